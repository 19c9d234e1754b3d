"""Drives the Accesses lab in the real window: a recorded scene, the history of a pixel, a fetch in the Textures lab; in
typed kernels, a planted race, and a NaN that is followed to its line.

Exit code 77, with the reason, if the machine lacks an X server or a compiler for the CPU device.
"""

import shutil
import sys

from window import check, run_steps, wait_for_pixels, widgets_are

# Each thread but the first of a row also writes the pixel to its left.
RACE = """// A ripple in the middle of the picture, whose rings are tinted.

constexpr float turn = 6.28318530718f;

TEXELSCOPE_KERNEL_FUNCTION float distance_to(Float2 a, Float2 b) {
  const float x = a.x - b.x;
  const float y = a.y - b.y;
  return square_root(x * x + y * y);
}

TEXELSCOPE_KERNEL_FUNCTION float ripple(Float2 at, Float2 center, float length) {
  const float phase = distance_to(at, center) / length;
  return 0.5f + 0.5f * sine(turn * phase);
}

TEXELSCOPE_KERNEL_FUNCTION Float4 mixed(Float4 a, Float4 b, float part) {
  return {
      a.x + (b.x - a.x) * part,
      a.y + (b.y - a.y) * part,
      a.z + (b.z - a.z) * part,
      1,
  };
}

TEXELSCOPE_KERNEL_FUNCTION Float4 picture_at(const Frame& frame, Float2 at) {
  const float u = at.x / static_cast<float>(frame.width);
  const float v = at.y / static_cast<float>(frame.height);
  return frame.image.sample_2d(u, v);
}

TEXELSCOPE_KERNEL_FUNCTION float squared(float value) {
  return value * value;
}

TEXELSCOPE_KERNEL_FUNCTION Float4 tinted(Float4 color, float part) {
  const Float4 warm{1, 0.6f, 0.2f, 1};
  const Float4 cool{0.1f, 0.3f, 0.8f, 1};
  const Float4 tint = mixed(cool, warm, part);
  return mixed(color, tint, 0.5f);
}

// Writes two pixels, to make the rings softer.
TEXELSCOPE_KERNEL_FUNCTION void soften(const Frame& frame, Index at, Float4 color) {
  const Float4 darker = mixed(color, Float4{0, 0, 0, 1}, 0.25f);
  frame.output.write_2d(to_unorm8(color), at.x, at.y);
  if (at.x > 0) {
    frame.output.write_2d(to_unorm8(darker), at.x - 1, at.y);
  }
}

TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {
  const Float2 position{
      static_cast<float>(at.x) + 0.5f,
      static_cast<float>(at.y) + 0.5f,
  };
  const Float2 center{frame.width / 2.0f, frame.height / 2.0f};
  const float part = ripple(position, center, 40);
  const Float4 color = tinted(picture_at(frame, position), squared(part));
  soften(frame, at, color);
}
"""

# The middle column of the buffer is 0 / 0.
NAN = """TEXELSCOPE_KERNEL_FUNCTION void buffer_a(Index at, const Frame& frame) {
  const float x = static_cast<float>(at.x - frame.width / 2);
  const float shade = x / square_root(x * x);
  frame.output.write_2d(Float4{shade, shade, shade, 1}, at.x, at.y);
}

TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {
  const float u = (at.x + 0.5f) / frame.width;
  const float v = (at.y + 0.5f) / frame.height;
  frame.output.write_2d(to_unorm8(frame.buffer_a.sample_2d(u, v)), at.x, at.y);
}
"""


def record_a_scene(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.accesses" in s["widgets"])
    window.screen.key("3")
    window.wait("the scene", lambda s: s["scene"] == "bicubic" and s["frame"] > 1)
    window.screen.key("q")
    state = window.wait("the lab", widgets_are("accesses.picture", "accesses.record"))
    check(state["lab"] == "accesses", f"the lab is {state['lab']}")
    window.wait("a recording", widgets_are("accesses.launch.0", "accesses.comparison"))
    wait_for_pixels(window, "accesses.picture", "recorded", lambda pixels: len(set(pixels)) > 100 or "few colors",
                    "the recorded frame, without further input")
    print("the shown frame is recorded")


def click_pixel(window, across, down):
    x, y, width, height = window.state()["widgets"]["accesses.picture"]
    window.screen.click(x + width * across, y + height * down)


def read_its_history(window):
    click_pixel(window, 0.3, 0.45)
    window.wait("its history", widgets_are("accesses.write.0", "accesses.access.0", "accesses.access.1"))
    click_pixel(window, 0.8, 0.6)
    window.wait("the history of a pixel that was recorded again", widgets_are("accesses.write.0", "accesses.access.1"))
    window.screen.capture(window.folder / "history.ppm")
    print("click, history")


def show_a_fetch(window):
    window.click("accesses.access.0")
    window.click("accesses.open_fetch")
    state = window.wait("the fetch", widgets_are("textures.recorded", "textures.probe.verdict", "textures.probe.taps"))
    check(state["lab"] == "textures", f"the lab is {state['lab']}")
    window.screen.capture(window.folder / "fetch.ppm")
    window.screen.key("alt+Left")
    window.wait("the same history", widgets_are("accesses.write.0", "accesses.open_fetch"))
    print("the Textures lab shows the fetch; back to its pixel")


def see_maps(window):
    window.click("accesses.tab.lines")
    window.wait("the lines", widgets_are("accesses.line.0"))
    window.click("accesses.line.0")
    window.wait("a map", widgets_are("accesses.map_text"))
    window.screen.capture(window.folder / "lines.ppm")
    # The only part of the picture that the scene reads.
    click_pixel(window, 0.64, 0.37)
    window.wait("the readers of a texel", widgets_are("accesses.read.0", "accesses.read.1", "accesses.open_fetch"), 60)
    window.screen.capture(window.folder / "readers.ppm")
    window.click("accesses.tab.hazards")
    window.wait("no hazards", widgets_are("accesses.no_hazards"))
    print("lines, maps and the readers of a texel; the scene has no hazards")


def open_kernel(window, name, text):
    """Opens a source in the Kernels lab, runs it, and records it."""
    if window.state()["lab"] != "kernels":
        window.screen.key("F7")
    window.wait("the Kernels lab", widgets_are("kernels.text", "kernels.status.runs"))
    path = window.folder / name
    path.write_text(text)
    window.screen.drop(path, *window.middle("kernels.picture"))
    window.wait("the source", lambda s: s["lab_settings"].get("origin") == name)
    window.click("kernels.compile")
    window.wait("the kernel to run", lambda s: s["lab_settings"]["origin"] == "" and
                widgets_are("kernels.status.runs", "kernels.picture", without=["kernels.picture.note"])(s), 60)
    # While the editor has the keyboard, Q would be typed into it.
    window.click("kernels.text")
    window.screen.key("ctrl+alt+a")
    window.wait("its recording", lambda s: s["lab"] == "accesses" and "accesses.launch.0" in s["widgets"])


def find_a_race(window):
    check(len(RACE.splitlines()) == 60, f"the kernel has {len(RACE.splitlines())} lines")
    open_kernel(window, "ripple.cu", RACE)
    window.click("accesses.tab.hazards")
    window.wait("the race", widgets_are("accesses.hazard.0"), 60)
    window.screen.capture(window.folder / "race.ppm")
    window.click("accesses.hazard.0.first")
    window.wait("its first write", widgets_are("accesses.write.0", "accesses.open_line"))
    window.click("accesses.tab.hazards")
    window.wait("the race again", widgets_are("accesses.hazard.0"))
    window.click("accesses.hazard.0")
    window.wait("both writes of its pixel", widgets_are("accesses.write.0", "accesses.write.1", "accesses.open_line"))
    window.screen.capture(window.folder / "race_pixel.ppm")
    window.click("accesses.open_line")
    window.wait("the line in its source", lambda s: s["lab"] == "kernels" and "kernels.text" in s["widgets"])
    print("a race in a kernel of 60 lines: found, with both writes and their line")


def follow_a_nan(window):
    open_kernel(window, "nan.cu", NAN)
    window.wait("the recording of this kernel", widgets_are("accesses.launch.0", "accesses.launch.1"), 60)
    click_pixel(window, 0.501, 0.5)
    window.wait("its history", widgets_are("accesses.access.0", "accesses.write.0"), 60)
    window.click("accesses.access.0")
    window.wait("the NaN's way", widgets_are("accesses.nan.0", "accesses.nan.1"))
    window.screen.capture(window.folder / "nan.ppm")
    window.click("accesses.nan.1")
    window.click("accesses.open_line")
    window.wait("the line that made it", lambda s: s["lab"] == "kernels")
    window.screen.key("ctrl+q")
    code = window.process.wait(20)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("a NaN followed through a buffer to its line; end: exit code 0")


if __name__ == "__main__":
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++")):
        print("skipped: no C++ compiler for kernels of the CPU device")
        sys.exit(77)
    run_steps(__doc__, (record_a_scene, read_its_history, show_a_fetch, see_maps, find_a_race, follow_a_nan))
