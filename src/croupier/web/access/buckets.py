"""Rate limits: a token bucket that fills at a rate and holds a burst."""

from __future__ import annotations

from collections import OrderedDict


class Bucket:
    """Tokens that come back with time. The clock is given, so that tests own it."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, now

    def take(self, now: float, cost: float = 1) -> bool:
        """Take a token if there is one, or as many as something costs."""
        left = self._left + (now - self._at) * self._rate
        left = left if left < self._burst else self._burst  # noqa: FURB136 - asked for with every frame
        self._at = now
        if left < cost:
            self._left = left
            return False
        self._left = left - cost
        return True


class Buckets:
    """One bucket for each address; the least recently used are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float, cost: float = 1) -> bool:
        return self.of(key, now).take(now, cost)

    def of(self, key: str, now: float) -> Bucket:
        bucket = self._of.get(key)
        if bucket is None:
            bucket = self._of[key] = self.fresh(now)
            if len(self._of) > self._most:
                self._of.popitem(last=False)
        self._of.move_to_end(key)
        return bucket

    def fresh(self, now: float) -> Bucket:
        """Return a full bucket that is not kept."""
        return Bucket(self._rate, self._burst, now)
