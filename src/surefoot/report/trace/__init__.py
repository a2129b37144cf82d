"""Steps of a run: `steps` replays it with the `recorder`; `folding` shortens them, `waveform`
prints them as VCD.
"""
