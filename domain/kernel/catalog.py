"""A game's components as data, each block with its source, checked on reading.

Figures and texts stand apart. `catalogs/<number>-<digest>.json` holds the figures and is never
edited once it was shipped: a correction is a new file with the next number, and games go on under
the one that their entry 1 names. `languages/<language>.json` holds the names of components, which
are laid into whatever catalog is read and are part of no digest: translations may be corrected.
"""

import hashlib
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from domain.kernel.catalog_size import MOST_LEVELS, refuse_bytes, refuse_oversized
from domain.kernel.errors import InvalidSetup
from domain.kernel.texts import LANGUAGES, Language, language_file

TEXTS = ("name", "names", "title")
"""The members that are texts."""


class Catalog:
    """The base of every game's catalog: where the bytes came from, and their digest.

    Not a Struct, so that a state which refers to its catalog can be stored without it.
    """

    def __init__(self, raw: bytes, texts: Any = None, *, over: bool = False) -> None:
        """`texts` name what the catalog does not name itself, or `over` what it does."""
        refuse_bytes(raw)
        try:
            self.content: Any = msgspec.json.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InvalidSetup(f"the catalog is not JSON: {error}") from error
        except RecursionError:
            raise InvalidSetup(f"the catalog is nested more than {MOST_LEVELS} deep") from None
        refuse_oversized(self.content)
        self.digest = digest_of(self.content)
        self.named = with_texts(self.content, texts, over=over)
        """The content with the names of its components."""

    def check_for_new_games(self) -> None:
        """InvalidSetup if no new game may be begun on it; games that were go on.

        What is read from a log or a file passes only what keeps reading it cheap: it may have been
        written before a check was thought of.
        """

    @cached_property
    def named_digest(self) -> str:
        """Of figures and names: it changes with a translation, unlike `digest`."""
        return digest_of(self.named)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Catalog":
        return self


C = TypeVar("C", bound=Catalog)
C_co = TypeVar("C_co", bound=Catalog, covariant=True)


class EditedCatalog(Exception):
    """A shipped catalog is not what its file name says."""


class ReadCatalog(Protocol[C_co]):
    def __call__(self, raw: bytes, *, over: bool = False) -> C_co:
        """InvalidSetup says what is wrong with it; `over`: today's names over its own."""


class Catalogs(Generic[C]):
    """Every catalog that was ever shipped for a game, found by its digest."""

    def __init__(self, package: str, read: ReadCatalog[C], texts: Any) -> None:
        self._read, self._texts = read, texts
        self._files = {
            file.name.removesuffix(".json").partition("-")[2]: file
            for file in sorted(files(package).joinpath("catalogs").iterdir(), key=_number)
        }
        self._loaded: dict[str, C] = {}
        *_, last = self._files
        self.newest = self._shipped(last)

    @property
    def digests(self) -> list[str]:
        """Oldest first."""
        return list(self._files)

    def find(self, digest: str) -> C | None:
        return self._shipped(digest) if digest in self._files else None

    def corrected(self, content: Any) -> C:
        """An organizer's own, new here: names that are the same as ours are not kept with it.

        So one that was fetched from us, names and all, and sent back unchanged is known again.
        """
        refuse_oversized(content)
        figures = without_texts(content, self._texts)
        return self.find(digest_of(figures)) or self.for_new_games(msgspec.json.encode(figures))

    def for_new_games(self, raw: bytes) -> C:
        """An own catalog on which a game is to begin; InvalidSetup says why it may not."""
        catalog = self._read(raw)
        catalog.check_for_new_games()
        return catalog

    def _shipped(self, digest: str) -> C:
        if digest not in self._loaded:
            catalog = self._read(self._files[digest].read_bytes(), over=True)
            if catalog.digest != digest:
                raise EditedCatalog(
                    f"{self._files[digest]} was edited after it was shipped: undo that, "
                    "and put the corrected catalog beside it with the next number"
                )
            self._loaded[digest] = catalog
        return self._loaded[digest]


def texts_of(package: str) -> Any:
    """The names of a game's components, each in every language."""
    texts: dict[str, Any] = {}
    for language in LANGUAGES:
        _add_names(texts, language_file(package, language)["names"], language)
    return texts


def _add_names(texts: dict[str, Any], names: dict[str, Any], language: Language) -> None:
    """What a language file has at a place goes to that place, by language; its source likewise."""
    for member, name in names.items():
        place = texts.setdefault(member, {})
        if member not in TEXTS:
            _add_names(place, name, language)
        elif isinstance(name, str):
            place[language] = name
        else:
            source = place.pop("source", {})
            place |= {language: name["text"], "source": {**source, language: name["source"]}}


def digest_of(content: Any) -> str:
    """SHA-256 of the catalog as compact JSON with sorted keys, whatever its layout was."""
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def with_texts(content: Any, texts: Any, *, over: bool = False) -> Any:
    """The content with texts laid in where it has none, or over those that it has.

    `texts` has the shape of the content, but lists are objects by their elements' ids.
    """
    if not texts:
        return content
    if isinstance(content, list):
        return [with_texts(item, _of_element(item, texts), over=over) for item in content]
    if not isinstance(content, dict):
        return content
    named = dict(content)
    for member, text in texts.items():
        if member in TEXTS:
            named[member] = text if over else content.get(member, text)
        elif member in content:
            named[member] = with_texts(content[member], text, over=over)
    return named


def without_texts(content: Any, texts: Any) -> Any:
    """The content without the texts that `texts` would lay in."""
    if not texts:
        return content
    if isinstance(content, list):
        return [without_texts(item, _of_element(item, texts)) for item in content]
    if not isinstance(content, dict):
        return content
    return {
        member: value if member in TEXTS else without_texts(value, texts.get(member))
        for member, value in content.items()
        if member not in TEXTS or value != texts.get(member)
    }


def _of_element(item: Any, texts: Any) -> Any:
    identity = item.get("id") if isinstance(item, dict) else None
    return texts.get(identity, {}) if isinstance(identity, str) else {}


def _number(file: Traversable) -> int:
    return int(file.name.partition("-")[0])
