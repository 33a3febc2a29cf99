"""What each betting system does, for readers who meet it for the first time."""

DOES = {
    "flat": "The same stake on every spin.",
    "martingale": (
        "One unit; double after every loss, back to one unit after a win. A win brings back all losses of its run "
        "and one unit more, as long as the table and the bankroll allow another doubling."
    ),
    "grand-martingale": "As the martingale, with one more unit added at every doubling.",
    "paroli": "Double after a win, until a run of wins is complete; back to one unit then, and after a loss.",
    "dalembert": "One unit more after a loss, one unit less after a win, never less than one.",
    "fibonacci": "Stakes go up the numbers 1, 1, 2, 3, 5, 8, … one step after a loss, and two steps down after a win.",
    "oscars-grind": (
        "In series that aim at one unit: the stake stays after a loss and rises by one unit after a win, but never "
        "above what the series still needs."
    ),
    "1-3-2-6": "1, 3, 2 and 6 units on wins in a row; from the start after a loss or after the fourth win.",
    "labouchere": (
        "A line of numbers: the stake is the first plus the last; a win strikes both out, a loss adds the stake at "
        "the end."
    ),
}
