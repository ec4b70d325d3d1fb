"""What a report says of everything that a file can prove by itself."""

from replays.tournaments.verify import BundleReport
from replays.verify import Report


def judged(report: Report | BundleReport) -> set[str]:
    """All verdicts but that of the log: without a server there is no proof."""
    return {found.verdict for name, found in report.verdicts.items() if name != "log"}
