"""A seeded local search: people change tables, at first almost freely, at last only for the better.

Integers only and a fixed number of steps, so that the same question gives the same tables on every
machine. It starts from the order of points, which is the best order of all in early rounds.
"""

from random import Random

from services.pairing.ground import Ground

STEPS_PER_PERSON = 3000
MOST_STEPS = 700_000
BITS = 30


def search(ground: Ground, *, steps: int | None = None, seed: int = 0) -> list[tuple[int, ...]]:
    """Tables and byes (tables of one) by index, the best that were found."""
    state = _Seating(ground, Random(f"{ground.question.round}/{seed}"))
    wanted = min(MOST_STEPS, STEPS_PER_PERSON * ground.count) if steps is None else steps
    state.anneal(wanted)
    return state.best_tables()


class _Seating:
    """Who sits where, and what it costs: rematches and shorts weigh much, but not everything."""

    def __init__(self, ground: Ground, luck: Random) -> None:
        self._ground, self._luck = ground, luck
        self._points, self._rematches = ground.points, ground.rematches
        fixed = {at for table in ground.pinned for at in table} | set(ground.certain_byes)
        self._tables: list[list[int]] = [list(table) for table in ground.pinned]
        self._tables += [[at] for at in ground.certain_byes]
        self._movable = [at for at in range(ground.count) if at not in fixed]
        self._seat_the_rest()
        self._at = [0] * ground.count
        for number, table in enumerate(self._tables):
            for one in table:
                self._at[one] = number
        self._byes = set(ground.possible_byes)
        self._is_short = [1 < len(t) != ground.question.size for t in self._tables]
        self._sums = [sum(self._points[one] for one in table) for table in self._tables]
        spread = sum(map(self._spread, self._tables))
        self._unit = max(12, spread // max(1, len(self._tables)))
        self._best = self._total(), [tuple(table) for table in self._tables]

    def _seat_the_rest(self) -> None:
        ground, row = self._ground, self._movable
        byes = ground.sizes.byes - len(ground.certain_byes)
        free = [at for at in row if at in set(ground.possible_byes)]
        given = free[len(free) - byes :] if byes else []
        self._tables += [[at] for at in given]
        row = [at for at in row if at not in given]
        sizes = list(ground.sizes.tables)
        for table in ground.pinned:
            sizes.remove(len(table))
        if ground.bands is not None:
            # One of each band to a table: dealt out like cards.
            row = sorted(row, key=lambda at: ground.bands[at])  # type: ignore[index]  # not None
            dealt: list[list[int]] = [[] for _ in sizes]
            open_tables = list(range(len(sizes)))
            while row:
                for number in list(open_tables):
                    if row:
                        dealt[number].append(row.pop(0))
                    if len(dealt[number]) == sizes[number]:
                        open_tables.remove(number)
            self._tables += dealt
            return
        for size in sizes:
            self._tables.append(row[:size])
            row = row[size:]

    def _spread(self, table: list[int]) -> int:
        size = len(table)
        if size == 1 or not self._ground.question.spread_counts:
            return 0
        bands = self._ground.bands
        if bands is not None:
            found = [bands[at] for at in table]
            return 6 * sum(found.count(band) - 1 for band in found)
        points = [self._points[at] for at in table]
        return 12 // size * (size * sum(x * x for x in points) - sum(points) ** 2)

    def _terms(self) -> tuple[int, int, int]:
        ground = self._ground
        rematches = sum(
            self._rematches[one][other]
            for table in self._tables
            for one in table
            for other in table
        )
        shorts = sum(
            ground.short_costs[at]
            for table, is_short in zip(self._tables, self._is_short, strict=True)
            if is_short
            for at in table
        )
        return rematches // 2, shorts, sum(map(self._spread, self._tables))

    def _total(self) -> tuple[int, int, int]:
        return self._terms()

    def best_tables(self) -> list[tuple[int, ...]]:
        return self._best[1]

    def anneal(self, steps: int) -> None:
        if len(self._tables) < 2 or len(self._movable) < 2:
            return
        weights = 12 * self._unit, 6 * self._unit
        phases = 40
        for phase in range(phases):
            heat = self._unit * (phases - phase - 1) // (4 * phases)
            self._walk(steps // phases, heat, *weights)
            total = self._total()
            if total < self._best[0]:
                self._best = total, [tuple(table) for table in self._tables]
        # Then strictly by the order of the terms.
        self._tables = [list(table) for table in self._best[1]]
        for number, table in enumerate(self._tables):
            self._sums[number] = sum(self._points[one] for one in table)
            for one in table:
                self._at[one] = number
        most = 1 + self._best[0][2]
        self._walk(steps // 4, 0, most * (1 + self._best[0][1]), most)
        total = self._total()
        if total < self._best[0]:
            self._best = total, [tuple(table) for table in self._tables]

    def _walk(self, steps: int, heat: int, rematch_weight: int, short_weight: int) -> None:
        """Each step tries to exchange two people of different tables, near in rank."""
        movable, at, tables, sums = self._movable, self._at, self._tables, self._sums
        points, rematches, shorts = self._points, self._rematches, self._ground.short_costs
        is_short, bits, count = self._is_short, self._luck.getrandbits, len(movable)
        window = count if count <= 24 else max(24, count // 6)
        by_points = self._ground.bands is None and self._ground.question.spread_counts
        for _ in range(steps):
            number = bits(BITS)
            first = number % count
            second = (first + 1 + (number >> 12) % window) % count
            one, other = movable[first], movable[second]
            here, there = at[one], at[other]
            if here == there:
                continue
            left, right = tables[here], tables[there]
            size, width = len(left), len(right)
            change = 0
            if by_points:
                x, y = points[one], points[other]
                if x != y:
                    s, t = sums[here], sums[there]
                    d = y - x
                    squares = y * y - x * x
                    if size > 1:
                        change += 12 // size * (size * squares - d * (2 * s + d))
                    if width > 1:
                        change += 12 // width * (d * (2 * t - d) - width * squares)
            if is_short[here] != is_short[there]:
                more = shorts[other] - shorts[one]
                change += short_weight * (more if is_short[here] else -more)
            patience = heat * (BITS - bits(BITS).bit_length()) if heat else 0
            if change > patience and not rematch_weight:
                continue
            own, his = rematches[one], rematches[other]
            met = 0
            for person in left:
                met += his[person] - own[person]
            for person in right:
                met += own[person] - his[person]
            met -= 2 * own[other]
            change += rematch_weight * met
            if not by_points:
                change += self._band_change(one, other, left, right)
            if change > patience:
                continue
            if (size == 1 or width == 1) and not self._may_exchange(one, other):
                continue
            left[left.index(one)], right[right.index(other)] = other, one
            at[one], at[other] = there, here
            if by_points:
                sums[here] += points[other] - points[one]
                sums[there] -= points[other] - points[one]

    def _band_change(self, one: int, other: int, left: list[int], right: list[int]) -> int:
        before = self._spread(left) + self._spread(right)
        left[left.index(one)], right[right.index(other)] = other, one
        after = self._spread(left) + self._spread(right)
        left[left.index(other)], right[right.index(one)] = one, other
        return after - before

    def _may_exchange(self, one: int, other: int) -> bool:
        """Who comes to a bye must be possible there; the certain ones never move."""
        return one in self._byes and other in self._byes
