"""What every game shapes for itself: actions, events and views. Their schemas are served."""

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An action, an event or a view; `GET /schemas/…` has the JSON Schema of each."""
