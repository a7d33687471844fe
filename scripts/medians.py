#!/usr/bin/python3 -B
"""Medians of times with exact intervals, from order statistics alone."""
import math
import statistics


def coverage(count, inner):
    """With which probability the range of `count` values without the `inner` smallest and the
    `inner` largest holds the median, exactly, whatever the distribution: the sign test."""
    return 1 - 2 * sum(math.comb(count, i) for i in range(inner + 1)) / 2**count


def most_inner(count, confidence):
    """How many values on either side can be left out at that confidence; None when the whole range
    has less."""
    inner = -1
    while 2 * (inner + 2) <= count and coverage(count, inner + 1) >= confidence:
        inner += 1
    return inner if inner >= 0 else None


def interval(times, confidence=0.975):
    """(low, high) that hold the median at that confidence; None when there are too few times."""
    times, inner = sorted(times), most_inner(len(times), confidence)
    return None if inner is None else (times[inner], times[-1 - inner])


def ratio_interval(times, others):
    """(low, high) that hold the ratio of the two medians with at least 95%, or None."""
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
    """Four digits and the unit that suits."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds / 1e-9:.4g} ns"
