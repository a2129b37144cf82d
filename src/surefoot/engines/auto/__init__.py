"""The default engine: `engine` schedules, `portfolio` chooses members by `profiles` and `shares`,
`members` run in `time_slices`.
"""
