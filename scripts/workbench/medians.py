"""Medians of times with exact intervals: order statistics, by the sign test."""
import functools
import statistics

from scipy import stats


@functools.lru_cache
def coverage(count, inner):
    """The exact probability that the median lies within `count` values without the `inner`
    smallest and the `inner` largest, for every distribution."""
    return float(1 - 2 * stats.binom.cdf(inner, count, 0.5))


@functools.lru_cache
def most_inner(count, confidence):
    """The number of values that can be left out on either side at that confidence; None if even the
    whole range has less."""
    fits = [inner for inner in range(count // 2) if coverage(count, inner) >= confidence]
    return max(fits, default=None)


def interval(times, confidence=0.975):
    """The interval (low, high) of the median at that confidence; None for too few times."""
    times, inner = sorted(times), most_inner(len(times), confidence)
    return None if inner is None else (times[inner], times[-1 - inner])


def ratio_interval(times, others):
    """The interval (low, high) of the ratio of two medians, with at least 95%; or None."""
    own, other = interval(times), interval(others)
    if own is None or other is None:
        return None
    return own[0] / other[1], own[1] / other[0]


def mad(times):
    """Median absolute deviation from the median."""
    middle = statistics.median(times)
    return statistics.median(abs(time - middle) for time in times)


def show_ratio(ratio):
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.1f}" if ratio < 1000 else f"{ratio:,.0f}"


def show_time(seconds):
    """The time as text: four digits and a unit."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds / 1e-9:.4g} ns"
