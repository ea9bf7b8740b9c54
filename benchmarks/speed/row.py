"""A line of the table of speeds."""

from dataclasses import dataclass

from benchmarks.speed.rates import Compared


@dataclass(slots=True)
class Row:
    """`goal` is the goal for `ours`, `ratio_goal` for the ratio; None: no goal. As text, a line in Markdown."""

    name: str
    unit: str
    ours: float = 0.0
    peer: str = ""  # name and version; or why there is no figure
    found: Compared | None = None
    note: str = ""  # why the figures are not directly comparable
    goal: float | None = None
    ratio_goal: float | None = None
    more_is_better: bool | None = True  # None: `goal` must be met exactly

    @property
    def met(self) -> bool | None:
        """Whether the goals are met; None if there is no goal, or no figure to compare with it."""
        checks = []
        if self.goal is not None:
            equal = self.ours == self.goal
            checks.append(equal or (self.more_is_better is not None and (self.ours > self.goal) == self.more_is_better))
        if self.ratio_goal is not None and self.found is not None:
            checks.append(self.found.ratio >= self.ratio_goal)
        return all(checks) if checks else None

    def __str__(self) -> str:
        goals = [f"{self.goal:,.9g}"] if self.goal is not None else []
        goals += [f"{self.ratio_goal:g} times"] if self.ratio_goal is not None else []
        theirs, ratio, spread = "", "", ""
        if (comparison := self.found) is not None:
            theirs, ratio = f"{comparison.theirs:,.0f}", times(comparison.ratio)
            spread = f"{times(comparison.worst)} to {times(comparison.best)}"
        ours = f"{self.ours:,.{0 if self.ours >= 100 else 1}f} {self.unit}".strip()
        met = {True: "met", False: "missed", None: ""}[self.met]
        cells = (self.name, ours, self.peer, theirs, ratio, spread, self.note, " and ".join(goals), met)
        return f"| {' | '.join(cells)} |"


def times(ratio: float) -> str:
    return f"{ratio:.{1 if ratio >= 1 else 2}f}"
