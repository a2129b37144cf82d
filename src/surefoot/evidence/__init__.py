"""What engines say and how they back it up; knows neither the engines nor the checkers of evidence."""
