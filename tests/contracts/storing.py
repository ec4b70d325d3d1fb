"""Stores the contract of a release: `python -m tests.contracts.storing`."""

import json
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from infra.settings import Settings
from services.api.openapi.document import complete
from services.site import create_app

FOLDER = Path(__file__).parents[2] / "docs" / "contracts"
SENTENCES = {"description", "summary", "title", "example", "examples", "tags", "deprecated"}
NAMES = {"properties", "schemas", "headers", "links"}
"""What is in these is called by names that callers use, whatever the names are."""


def document() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder)))
        written = msgspec.json.encode(complete(app.openapi_schema.to_schema()))
    whole: dict[str, Any] = json.loads(written)
    return whole


def bare(part: Any, *, named: bool = False) -> Any:
    """Without what no program reads."""
    if isinstance(part, list):
        return [bare(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    return {
        name: bare(inner, named=name in NAMES and not named)
        for name, inner in part.items()
        if named or name not in SENTENCES
    }


def store(whole: dict[str, Any]) -> Path:
    kept = {name: whole[name] for name in ("openapi", "info", "paths", "webhooks", "components")}
    version = whole["info"]["version"]
    written = {**bare(kept), "info": {"title": whole["info"]["title"], "version": version}}
    path = FOLDER / f"openapi-{version}.json"
    path.write_text(json.dumps(written, separators=(",", ":"), sort_keys=True) + "\n", "utf-8")
    return path


if __name__ == "__main__":
    print(store(document()))  # noqa: T201
