"""A screenshot drawn without a display equals the window on a display, except for the rounding of edges.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import pathlib
import subprocess

from window import check, run_steps

LESSONS = pathlib.Path(__file__).resolve().parents[2] / "assets" / "lessons"

# Mean difference of a channel, 0 … 255, over the compared area.
LARGEST_MEAN_ERROR = 0.3
LEAST_SSIM = 0.99

SESSION = {"texelscope_session": 1, "scene": "image", "panels": {"theme": "light"}}
LABS = {
    "textures": {"textures": {"comparison": "split", "b_filter": "point"}},
    "layouts": {"layouts": {"shape": "4, 6", "operations": "permuted(1, 0)"}},
    "copies": {"copies": {"step": "9", "is_playing": "no"}},
}


def draw(window, *arguments):
    program = window.command[0]
    result = subprocess.run([program, *arguments], cwd=window.folder, env=window.screen.environment,
                            capture_output=True, text=True)
    check(result.returncode == 0, f"{arguments}: code {result.returncode}: {result.stderr}")


def labs_look_alike(window):
    window.wait("the first frame", lambda s: s["frame"] > 2)
    # The mouse must not be in the picture. This window stays open, because the X server loses the mouse position when
    # its last client disconnects.
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    for lab, settings in LABS.items():
        session = window.folder / f"{lab}.json"
        session.write_text(json.dumps({**SESSION, "lab": lab, "labs": settings}))
        size = f"{window.screen.width}x{window.screen.height}"
        common = ["--session", session, "--size", size, "--scale", "1", "--device", "cpu"]
        draw(window, "explore", *common, "--frames", "20", "--screenshot", f"{lab}_window.png")
        draw(window, "picture", *common, "--out", f"{lab}_picture.png")
        compared = subprocess.run([window.command[0], "compare", f"{lab}_window.png", f"{lab}_picture.png", "--json"],
                                  cwd=window.folder, capture_output=True, text=True)
        figures = json.loads(compared.stdout)["pairs"][0]
        # The status bars differ, because they name the renderer.
        print(f"{lab}: mean error {figures['mean_error']:.3f}, SSIM {figures['ssim']:.5f}")
        check(figures["mean_error"] <= LARGEST_MEAN_ERROR, f"{lab} has a mean error of {figures['mean_error']}")
        check(figures["ssim"] >= LEAST_SSIM, f"{lab} has an SSIM of {figures['ssim']}")


def warnings_reveal_no_answer(window):
    """A device warns that it clamps, which is the answer to a lesson's question."""
    setup = json.loads((LESSONS / "address_modes.json").read_text())["steps"]
    open_step = {**SESSION, "lesson": "address_modes", "lessons": {"address_modes": {"step": 2, "is_finished": False}}}
    labs = {"textures": {**setup[0]["state"]["labs"]["textures"], **setup[2]["state"]["labs"]["textures"]}}
    for name, session, is_warned in (("lesson", open_step, False), ("lab", {**SESSION, "lab": "textures", "labs": labs}, True)):
        (window.folder / f"{name}.json").write_text(json.dumps(session))
        result = subprocess.run([window.command[0], "picture", "--session", f"{name}.json", "--out", f"{name}.png", "--device", "cpu"],
                                cwd=window.folder, env=window.screen.environment, capture_output=True, text=True)
        check(result.returncode == 0, result.stderr)
        check(("needs normalized coordinates" in result.stderr) == is_warned, f"{name}: {result.stderr}")
    window.close()


if __name__ == "__main__":
    run_steps(__doc__, [labs_look_alike, warnings_reveal_no_answer])
