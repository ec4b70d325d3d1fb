"""Why the verifier doubts or denies: a code with facts, and its sentence in every language."""

from collections.abc import Mapping

from msgspec import Struct, field

from domain.kernel.conservation import Imbalance
from domain.kernel.texts import Count, Language
from domain.registry import GAMES

SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "file.format": {
        "en": "this is not a replay file: the format is {format}",
        "de": "das ist keine Spieldatei: Das Format ist {format}",
        "hu": "ez nem játékfájl: a formátuma {format}",
    },
    "file.header": {
        "en": "this is not a replay file: the header cannot be read: {error}",
        "de": "das ist keine Spieldatei: Der Kopf ist nicht lesbar: {error}",
        "hu": "ez nem játékfájl: a fejléc nem olvasható: {error}",
    },
    "file.nothing": {
        "en": "there is nothing to check",
        "de": "es gibt nichts zu prüfen",
        "hu": "nincs mit ellenőrizni",
    },
    "file.behind_footer": {
        "en": "something stands behind the footer",
        "de": "hinter dem Fuß steht noch etwas",
        "hu": "a lábléc után még áll valami",
    },
    "file.stray_line": {
        "en": "a line is neither entry nor seal nor footer",
        "de": "eine Zeile ist weder Eintrag noch Siegel noch Fuß",
        "hu": "egy sor se nem bejegyzés, se nem pecsét, se nem lábléc",
    },
    "file.too_large": {
        "en": "the file has more than {most} bytes: no game has so many",
        "de": "die Datei hat mehr als {most} Bytes: So viele hat kein Spiel",
        "hu": "a fájl több mint {most} bájt: egyetlen játék sem ekkora",
    },
    "file.too_many_lines": {
        "en": "the file has more than {most} lines: no game has so many",
        "de": "die Datei hat mehr als {most} Zeilen: So viele hat kein Spiel",
        "hu": "a fájlban több mint {most} sor van: egyetlen játékban sincs ennyi",
    },
    "file.too_many_entries": {
        "en": "the file has more than {most} entries: no game has so many",
        "de": "die Datei hat mehr als {most} Einträge: So viele hat kein Spiel",
        "hu": "a fájlban több mint {most} bejegyzés van: egyetlen játékban sincs ennyi",
    },
    "file.too_many_seals": {
        "en": "more than {most} seals follow entry {version}: no entry has so many",
        "de": "auf Eintrag {version} folgen mehr als {most} Siegel: So viele hat kein Eintrag",
        "hu": "a(z) {version}. bejegyzést több mint {most} pecsét követi: egyetlen bejegyzésnek "
        "sincs ennyi",
    },
    "file.long_header": {
        "en": "the header has more than {most} bytes: no catalog is so long",
        "de": "der Kopf hat mehr als {most} Bytes: So lang ist kein Katalog",
        "hu": "a fejléc több mint {most} bájt: egyetlen katalógus sem ilyen hosszú",
    },
    "file.long_line": {
        "en": "line {line} has more than {most} bytes: no entry is so long",
        "de": "Zeile {line} hat mehr als {most} Bytes: So lang ist kein Eintrag",
        "hu": "a(z) {line}. sor több mint {most} bájt: egyetlen bejegyzés sem ilyen hosszú",
    },
    "file.too_deep": {
        "en": "in line {line} more than {most} lists and objects stand inside each other",
        "de": "in Zeile {line} stecken mehr als {most} Listen und Objekte ineinander",
        "hu": "a(z) {line}. sorban több mint {most} lista és objektum van egymásban",
    },
    "file.large_number": {
        "en": "line {line} holds a number above {most}: no game has any",
        "de": "in Zeile {line} steht eine Zahl über {most}: Die gibt es in keinem Spiel",
        "hu": "a(z) {line}. sorban {most} fölötti szám áll: ilyen egyetlen játékban sincs",
    },
    "chain.unreadable": {
        "en": "the line cannot be read: {error}",
        "de": "die Zeile ist nicht lesbar: {error}",
        "hu": "a sor nem olvasható: {error}",
    },
    "chain.wrong_version": {
        "en": "version {found} stands where version {wanted} must stand",
        "de": "hier steht Version {found}, wo Version {wanted} stehen muss",
        "hu": "a(z) {found}. verzió áll ott, ahol a(z) {wanted}. verziónak kell állnia",
    },
    "chain.no_entry": {
        "en": "the file holds no entry",
        "de": "die Datei enthält keinen Eintrag",
        "hu": "a fájlban nincs bejegyzés",
    },
    "chain.first_hash": {
        "en": "line 1 must name 64 zeros as the hash before it",
        "de": "Zeile 1 muss als Hash davor 64 Nullen nennen",
        "hu": "az 1. sornak előző hashként 64 nullát kell megneveznie",
    },
    "chain.altered": {
        "en": "the next line does not carry this line's hash: something here was changed",
        "de": "die nächste Zeile nennt nicht den Hash dieser Zeile: Hier wurde etwas geändert",
        "hu": "a következő sor nem ennek a sornak a hashét tartalmazza: itt valamit "
        "megváltoztattak",
    },
    "chain.entries_missing": {
        "en": "{signed} entries were signed, {here} are here",
        "de": "unterschrieben wurden {signed} Einträge, hier sind {here}",
        "hu": "{signed} bejegyzést írtak alá, itt {here} van",
    },
    "chain.from_here": {
        "en": "the chain is broken from here on",
        "de": "ab hier ist die Kette gebrochen",
        "hu": "a lánc innentől kezdve megszakadt",
    },
    "signature.missing": {
        "en": "the signed checkpoint is missing: was it cut off?",
        "de": "der unterschriebene Prüfpunkt fehlt: Wurde er abgeschnitten?",
        "hu": "hiányzik az aláírt ellenőrzőpont: levágták?",
    },
    "signature.key_form": {
        "en": "a key is written name+id+base64",
        "de": "ein Schlüssel wird Name+Kennung+Base64 geschrieben",
        "hu": "egy kulcs alakja név+azonosító+base64",
    },
    "signature.key_kind": {
        "en": "this is not an Ed25519 key of a signed note",
        "de": "das ist kein Ed25519-Schlüssel einer unterschriebenen Notiz",
        "hu": "ez nem aláírt jegyzet Ed25519-kulcsa",
    },
    "signature.not_by_key": {
        "en": "the key {key} did not sign this checkpoint",
        "de": "der Schlüssel {key} hat diesen Prüfpunkt nicht unterschrieben",
        "hu": "a(z) {key} kulcs nem írta alá ezt az ellenőrzőpontot",
    },
    "signature.does_not_fit": {
        "en": "the signature does not fit the checkpoint",
        "de": "die Unterschrift passt nicht zum Prüfpunkt",
        "hu": "az aláírás nem illik az ellenőrzőponthoz",
    },
    "signature.no_checkpoint": {
        "en": "this is not a checkpoint of Schichtbuch",
        "de": "das ist kein Prüfpunkt von Schichtbuch",
        "hu": "ez nem a Schichtbuch ellenőrzőpontja",
    },
    "signature.other_log": {
        "en": "the signature is over another log than this one",
        "de": "unterschrieben ist ein anderes Protokoll als dieses",
        "hu": "az aláírás egy másik naplóra vonatkozik, nem erre",
    },
    "signature.unknown_key": {
        "en": "valid, but by a key you do not know: {key}",
        "de": "gültig, aber mit einem Schlüssel, der hier nicht bekannt ist: {key}",
        "hu": "érvényes, de itt nem ismert kulccsal: {key}",
    },
    "seals.unreadable": {
        "en": "a seal cannot be read: {error}",
        "de": "ein Siegel ist nicht lesbar: {error}",
        "hu": "egy pecsét nem olvasható: {error}",
    },
    "seals.other": {
        "en": "a seal is not the one that the line names",
        "de": "ein Siegel ist nicht das, das die Zeile nennt",
        "hu": "egy pecsét nem az, amelyet a sor megnevez",
    },
    "seals.closed": {
        "en": "a seal is closed",
        "de": "ein Siegel ist noch geschlossen",
        "hu": "egy pecsét még zárva van",
    },
    "seals.other_fields": {
        "en": "a seal holds more or less than what is hidden for its reader",
        "de": "ein Siegel enthält mehr oder weniger als das, was für seinen Leser verborgen ist",
        "hu": "egy pecsét többet vagy kevesebbet tartalmaz, mint ami az olvasójának rejtett",
    },
    "seals.missing": {
        "en": "a seal is missing, although the game is over and all seals are open",
        "de": "ein Siegel fehlt, obwohl das Spiel zu Ende ist und alle Siegel offen sind",
        "hu": "hiányzik egy pecsét, pedig a játék véget ért, és minden pecsét nyitva van",
    },
    "seals.withheld": {
        "en": "the names of the players are withheld or erased; everything else is as it was",
        "de": "die Namen der Spieler sind zurückgehalten oder gelöscht; alles andere ist, wie es "
        "war",
        "hu": "a játékosok neve visszatartott vagy törölt; minden más változatlan",
    },
    "deal.no_secret": {
        "en": "the secret is not a number in hex",
        "de": "das Geheimnis ist keine Hexadezimalzahl",
        "hu": "a titok nem hexadecimális szám",
    },
    "deal.sealed": {
        "en": "the secret is sealed until the game is over",
        "de": "das Geheimnis ist bis zum Spielende versiegelt",
        "hu": "a titok a játék végéig le van pecsételve",
    },
    "rules.no_entry": {
        "en": "there is no entry to follow",
        "de": "es gibt keinen Eintrag, dem zu folgen wäre",
        "hu": "nincs követhető bejegyzés",
    },
    "rules.lost": {
        "en": "the record cannot be followed from here on",
        "de": "ab hier lässt sich der Aufzeichnung nicht mehr folgen",
        "hu": "a feljegyzés innentől nem követhető",
    },
    "rules.too_long": {
        "en": "too much follows what could not be proven: not more than {entries} entries and "
        "{events} events of it are followed",
        "de": "hinter dem, was nicht bewiesen ist, steht zu viel: Mehr als {entries} Einträgen und "
        "{events} Ereignissen davon wird nicht gefolgt",
        "hu": "a nem bizonyított rész után túl sok következik: legfeljebb {entries} bejegyzés és "
        "{events} esemény követhető belőle",
    },
    "rules.no_creation": {
        "en": "entry 1 does not create a game",
        "de": "Eintrag 1 legt kein Spiel an",
        "hu": "az 1. bejegyzés nem hoz létre játékot",
    },
    "rules.created_again": {
        "en": "event {event} creates a game that is already there",
        "de": "Ereignis {event} legt ein Spiel an, das es schon gibt",
        "hu": "a(z) {event}. esemény egy már létező játékot hoz létre",
    },
    "rules.too_many_seats": {
        "en": "the game has more than {most} players: no game is for so many",
        "de": "das Spiel hat mehr als {most} Spieler: Für so viele ist kein Spiel",
        "hu": "a játékban több mint {most} játékos van: ennyi játékos egyetlen játékban sem lehet",
    },
    "rules.other_game": {
        "en": "the header names another game than entry 1",
        "de": "der Kopf nennt ein anderes Spiel als Eintrag 1",
        "hu": "a fejléc más játékot nevez meg, mint az 1. bejegyzés",
    },
    "rules.unknown": {
        "en": "the rules {rules} are not known here",
        "de": "die Regeln {rules} sind hier nicht bekannt",
        "hu": "a(z) {rules} szabályai itt nem ismertek",
    },
    "rules.setup": {
        "en": "a game cannot be created like this: {error}",
        "de": "so kann kein Spiel angelegt werden: {error}",
        "hu": "így nem hozható létre játék: {error}",
    },
    "rules.no_such_entry": {
        "en": "not an entry of {game}: {error}",
        "de": "kein Eintrag von {game}: {error}",
        "hu": "nem {game}-bejegyzés: {error}",
    },
    "rules.action_sealed": {
        "en": "part of the action is sealed",
        "de": "ein Teil der Aktion ist versiegelt",
        "hu": "az akció egy része le van pecsételve",
    },
    "rules.no_catalog": {
        "en": "the catalog of this game is not at hand",
        "de": "der Katalog dieses Spiels liegt nicht vor",
        "hu": "a játék katalógusa nem áll rendelkezésre",
    },
    "rules.may_not": {
        "en": "{by} may not do this",
        "de": "{by} darf das nicht",
        "hu": "{by} ezt nem teheti meg",
    },
    "rules.chance_sealed": {
        "en": "what chance gave here is still sealed",
        "de": "was der Zufall hier ergab, ist noch versiegelt",
        "hu": "amit itt a véletlen adott, még le van pecsételve",
    },
    "rules.refused": {
        "en": "the rules refuse this action: {refusal}",
        "de": "die Regeln verbieten diese Aktion: {refusal}",
        "hu": "a szabályok tiltják ezt az akciót: {refusal}",
    },
    "rules.misfit": {
        "en": "the action does not fit the game so far ({error})",
        "de": "die Aktion passt nicht zum bisherigen Spiel ({error})",
        "hu": "az akció nem illik az eddigi játékhoz ({error})",
    },
    "rules.event_sealed": {
        "en": "part of event {event} is sealed",
        "de": "ein Teil von Ereignis {event} ist versiegelt",
        "hu": "a(z) {event}. esemény egy része le van pecsételve",
    },
    "rules.other_event": {
        "en": "event {event} ({type}) is not what the rules make of this action",
        "de": "Ereignis {event} ({type}) ist nicht das, was die Regeln aus dieser Aktion machen",
        "hu": "a(z) {event}. esemény ({type}) nem az, ami a szabályok szerint ebből "
        "az akcióból következik",
    },
    "rules.event_misfit": {
        "en": "event {event} does not fit the game so far ({error})",
        "de": "Ereignis {event} passt nicht zum bisherigen Spiel ({error})",
        "hu": "a(z) {event}. esemény nem illik az eddigi játékhoz ({error})",
    },
    "conservation.unbalanced": {
        "en": "after event {event}: {problem}",
        "de": "nach Ereignis {event} stimmt der Bestand nicht: {problem}",
        "hu": "a(z) {event}. esemény után nem egyezik a készlet: {problem}",
    },
    "scoring.none_yet": {
        "en": "no shift has been scored yet",
        "de": "noch wurde nichts gewertet",
        "hu": "még nem volt értékelés",
    },
    "result.not_over": {
        "en": "the game is not over",
        "de": "das Spiel ist nicht zu Ende",
        "hu": "a játék még nem ért véget",
    },
    "result.unsure": {
        "en": "it rests on what cannot be told",
        "de": "es beruht auf dem, was sich nicht sagen lässt",
        "hu": "arra épül, ami nem dönthető el",
    },
    "result.rests": {
        "en": "it rests on what is broken",
        "de": "es beruht auf dem, was gebrochen ist",
        "hu": "arra épül, ami hibás",
    },
}


class Reason(Struct, frozen=True):
    code: str
    facts: dict[str, str | int] = field(default_factory=dict)

    def told(self, language: Language) -> str:
        numbers = {name: Count(fact) for name, fact in self.facts.items() if isinstance(fact, int)}
        words = {**self.facts, **numbers}
        if self.code == "conservation.unbalanced":
            words["problem"] = self._problem(language)
        return SENTENCES[self.code][language].format(**words)

    def _problem(self, language: Language) -> str:
        """What does not add up is the game's to say; older reports hold a sentence in English."""
        name, _, code = str(self.facts["problem"]).partition("/")
        game = GAMES.get(name)
        if game is None:
            return name
        facts = {
            name: fact for name, fact in self.facts.items() if name not in ("event", "problem")
        }
        return game.tell_imbalance(Imbalance(code, **facts), language)
