"""Why an audit came to no verdict: a code with facts, and its sentence in every language."""

from collections.abc import Mapping

from msgspec import Struct, field

from domain.kernel.texts import Language

SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "audit.too_long": {
        "en": "the check took longer than {seconds} seconds and was ended",
        "de": "die Prüfung dauerte länger als {seconds} Sekunden und wurde abgebrochen",
        "hu": "az ellenőrzés {seconds} másodpercnél tovább tartott, ezért leállt",
    },
    "audit.too_much_memory": {
        "en": "the check needed more than {megabytes} MB of memory and was ended",
        "de": "die Prüfung brauchte mehr als {megabytes} MB Speicher und wurde abgebrochen",
        "hu": "az ellenőrzéshez {megabytes} MB-nál több memória kellett, ezért leállt",
    },
    "audit.too_much_to_tell": {
        "en": "there is more to say about this file than fits into an answer",
        "de": "über diese Datei gäbe es mehr zu sagen, als in eine Antwort passt",
        "hu": "erről a fájlról több mondanivaló volna, mint amennyi egy válaszba belefér",
    },
    "audit.crashed": {
        "en": "the check ended without a verdict (exit code {exit})",
        "de": "die Prüfung endete ohne Urteil (Exit-Code {exit})",
        "hu": "az ellenőrzés ítélet nélkül ért véget (kilépési kód: {exit})",
    },
    "audit.file_gone": {
        "en": "the file was gone before it could be checked; send it again",
        "de": "die Datei war weg, bevor sie geprüft werden konnte; bitte noch einmal senden",
        "hu": "a fájl eltűnt, mielőtt ellenőrizni lehetett volna; küldd el újra",
    },
    "audit.log_damaged": {
        "en": "the log of this game is damaged",
        "de": "das Protokoll dieses Spiels ist beschädigt",
        "hu": "a játék naplója sérült",
    },
    "audit.gave_up": {
        "en": "the check was tried {tries} times and never came to an end",
        "de": "die Prüfung wurde {tries} Mal versucht und kam nie zu Ende",
        "hu": "az ellenőrzés {tries} próbálkozás után sem jutott a végére",
    },
}


class Failure(Struct, frozen=True):
    code: str
    facts: dict[str, int] = field(default_factory=dict)

    def told(self, language: Language) -> str:
        return SENTENCES[self.code][language].format(**self.facts)
