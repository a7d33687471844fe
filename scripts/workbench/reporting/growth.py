import math


def slope(points):
    """The slope of the least squares line through (x, y) points. Sums are exact, so every machine
    gets the same result."""
    mean_x = math.fsum(x for x, _ in points) / len(points)
    mean_y = math.fsum(y for _, y in points) / len(points)
    across = math.fsum((x - mean_x) ** 2 for x, _ in points)
    return math.fsum((x - mean_x) * (y - mean_y) for x, y in points) / across


def grows_exponentially(problem):
    return "^n" in problem.textbook_cost


def fitted(problem, points):
    """The growth of time with n as text: a power of n, or of 2 where the problem's textbook cost is
    exponential. Uses the larger half of the (n, seconds) points, at least three; "" for fewer."""
    if len(points) < 3:
        return ""
    smaller = min(len(points) - 3, len(points) // 2)
    larger = sorted(points)[smaller:]
    if grows_exponentially(problem):
        return f"2^({slope([(n, math.log2(t)) for n, t in larger]):.2f} n)"
    return f"n^{slope([(math.log(n), math.log(t)) for n, t in larger]):.2f}"
