"""Performs every step of the lessons about streams, events and images that OpenGL or Vulkan shares.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json

from lesson_steps import every_step, lessons_between
from window import Window, run_steps

# The live lab shows the frames of a scene; small frames leave the processor to the window.
SMALL_FRAMES = {"texelscope_session": 1, "scene": "image", "sizes": {"image": [96, 96]}}


def open_with_small_frames(program, screen, folder, options=(), **settings):
    session = folder / "small_frames.json"
    session.write_text(json.dumps(SMALL_FRAMES))
    return Window(program, screen, folder, (*options, "--session", session), **settings)


if __name__ == "__main__":
    run_steps(__doc__, [lambda window: every_step(window, lessons_between("streams_and_a_race", None))],
              open_window=open_with_small_frames)
