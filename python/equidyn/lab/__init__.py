"""The laboratory: whether formulations are right, what they cost, and a report of both.

One folder a question: `verify` (do they agree?), `count` (how many operations?), `schedule` (how
many at once?), `time` (how long?), `bench` (against others?), `prove` (step by step?), and `report`
(all of it as one page).
"""
