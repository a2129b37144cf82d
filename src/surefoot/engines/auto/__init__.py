"""The default engine: `engine` schedules, `portfolio` chooses members by the profile of the
program, `shares` has their time, `members` run in `time_slices`.
"""
