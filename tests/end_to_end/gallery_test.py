"""Drives the gallery in the real window: thumbnails, search, favorites across runs, the tour, and recording
a scene.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import os
import pathlib
import re
import time

from window import check, pixels_of, run_steps, widgets_are


def cards(state):
    return {name.removeprefix("gallery."): rect for name, rect in state["widgets"].items()
            if re.fullmatch(r"gallery\.[a-z0-9_]+", name) and name + ".favorite" in state["widgets"]}


def small_frames(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "viewport" in s["widgets"])
    window.screen.move(*window.middle("viewport"))
    window.screen.key("shift+g")
    window.wait("the gallery", widgets_are("gallery.plasma", "gallery.search"))
    time.sleep(0.5)  # the field has the keyboard focus starting with the next frame
    # A thumbnail moves once all visible ones are made, which takes minutes on a loaded machine.
    window.screen.type("plasma")
    window.wait("the scene that the search finds", lambda s: set(cards(s)) == {"plasma"})
    end = time.monotonic() + 30
    while len(set(pixels_of(window, "gallery.plasma", "card"))) < 500:
        check(time.monotonic() < end, "the card of plasma shows no frame")
        time.sleep(0.1)
    window.screen.move(*window.middle("gallery.plasma"))
    # Waits for the tooltip, which covers a part of the card.
    time.sleep(0.5)
    first = pixels_of(window, "gallery.plasma", "card")
    # The time limit is long, because kernels run at a lower priority than the other tests.
    end = time.monotonic() + 60
    moved = 0
    while moved < 0.1:
        check(time.monotonic() < end, f"the thumbnail under the mouse does not move: {moved:.0%} of its pixels changed")
        # The cards may have moved since.
        window.screen.move(*window.middle("gallery.plasma"))
        second = pixels_of(window, "gallery.plasma", "card")
        moved = sum(a != b for a, b in zip(first, second)) / len(first)
    print("thumbnails: shown, and moving under the mouse")


def search(window):
    window.screen.key("ctrl+a")
    window.screen.type("activator")
    window.wait("the scene that the search finds", lambda s: set(cards(s)) == {"reaction_diffusion"})
    window.screen.key("Return")
    window.wait("the scene", lambda s: s["scene"] == "reaction_diffusion" and "gallery" not in s["widgets"])
    print("search: by a scene's topic, chosen with Enter")


def check_first_card(window, scene):
    window.screen.key("shift+g")
    state = window.wait("the gallery", widgets_are(f"gallery.{scene}", "gallery.plasma"))
    first = min(cards(state).items(), key=lambda card: (card[1][1], card[1][0]))[0]
    check(first == scene, f"the favorite is not first, but {first}")
    window.screen.key("Escape")
    window.wait("the gallery to close", widgets_are(without=("gallery",)))
    # The gallery's search field keeps the keyboard focus for one more frame.
    time.sleep(0.5)


def favorites(window):
    window.screen.key("ctrl+d")
    check_first_card(window, "reaction_diffusion")
    print("favorites: listed first")


def tour(window):
    window.screen.key("t")
    window.wait("the tour", widgets_are("status.tour"))
    window.wait("the next scene", lambda s: s["scene"] != "reaction_diffusion", 30)
    window.screen.key("t")
    window.wait("the end of the tour", widgets_are(without=("status.tour",)))
    print("tour: advances automatically")


def recording(window):
    window.screen.key("shift+g")
    window.wait("the gallery", widgets_are("gallery.plasma"))
    time.sleep(0.5)  # the field has the keyboard focus starting with the next frame
    window.screen.type("plasma")
    window.wait("the scene that the search finds", lambda s: set(cards(s)) == {"plasma"})
    window.screen.key("Return")
    window.wait("the scene", lambda s: s["scene"] == "plasma" and "gallery" not in s["widgets"])
    window.screen.move(*window.middle("viewport"))
    window.screen.key("ctrl+shift+r")
    window.wait("the recording", widgets_are("status.recording"))
    time.sleep(1)
    window.screen.key("ctrl+shift+r")
    state = window.wait("its end", lambda s: any("Recorded" in notice for notice in s["notices"]))
    notice = next(notice for notice in state["notices"] if "Recorded" in notice)
    told = int(re.search(r"Recorded (\d+) frames", notice).group(1))
    folder = next(window.folder.glob("plasma-*-frames"))
    numbers = sorted(int(path.stem) for path in folder.glob("*.png"))
    check(told == len(numbers) and told >= 2, f"{told} frames are reported, but {len(numbers)} were written")
    check(numbers == list(range(numbers[0], numbers[0] + told)), f"frames are missing: {numbers}")
    print(f"recording: {told} frames, none missing")


def start_again(window):
    window.close()
    window.start()
    window.wait("the first frame", lambda s: s["frame"] > 2 and "viewport" in s["widgets"])
    window.screen.move(*window.middle("viewport"))


def next_start(window):
    start_again(window)
    check_first_card(window, "reaction_diffusion")
    print("next start: the favorite is restored")


def damaged_favorites(window):
    file = pathlib.Path(os.environ["XDG_CONFIG_HOME"]) / "texelscope/favorites.json"
    file.write_text("[damaged")
    start_again(window)
    window.wait("a notice about the file", lambda s: any(str(file) in notice for notice in s["notices"]))
    check(file.read_text() == "[damaged", "the damaged file was overwritten although nothing had changed")
    window.screen.key("ctrl+d")
    check_first_card(window, window.state()["scene"])
    check(json.loads(file.read_text())["scenes"] == [window.state()["scene"]], f"the file has {file.read_text()}")
    print("damaged favorites: reported, and written with the next change")


if __name__ == "__main__":
    run_steps(__doc__, (small_frames, search, favorites, tour, recording, next_start, damaged_favorites,
                        lambda window: window.close()))
