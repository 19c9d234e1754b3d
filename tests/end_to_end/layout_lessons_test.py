"""Performs every step of the lessons about layouts, copies and exported tensors.

Exit code 77, with the reason, if the machine lacks an X server.
"""

from lesson_steps import every_step, lessons_between
from window import run_steps

if __name__ == "__main__":
    run_steps(__doc__, [lambda window: every_step(window, lessons_between("shape_and_strides", "streams_and_a_race"))])
