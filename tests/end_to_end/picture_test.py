"""A screenshot drawn without a display equals the window on a display, except for the rounding of edges.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import subprocess

from window import check, run_steps

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
    # Nobody's mouse is in the picture. This window stays open: the X server's last client takes the mouse's place with it.
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
        # The status bar names the renderer, which is another.
        print(f"{lab}: mean error {figures['mean_error']:.3f}, SSIM {figures['ssim']:.5f}")
        check(figures["mean_error"] <= LARGEST_MEAN_ERROR, f"{lab} has a mean error of {figures['mean_error']}")
        check(figures["ssim"] >= LEAST_SSIM, f"{lab} has an SSIM of {figures['ssim']}")
    window.close()


if __name__ == "__main__":
    run_steps(__doc__, [labs_look_alike])
