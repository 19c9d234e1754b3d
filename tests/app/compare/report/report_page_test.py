"""Opens a report page in headless Chromium and Firefox, operates it with keyboard and mouse, and checks what it shows.

usage: report_page_test.py TEXELSCOPE
"""

import http.server
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
if CHROMIUM is None and FIREFOX is None:
    print("skipped: neither Chromium nor Firefox is installed")
    sys.exit(77)
PROGRAM = sys.argv.pop(1)

SIZES = (1280, 800), (1920, 1080)

# The test's script, which runs once the page has loaded, and then posts `found` to the test. It waits for conditions:
# a busy machine may draw late.
DRIVER = """<script>window.addEventListener("load", async () => {
  const found = {};
  const wait = (time = 100) => new Promise((resolve) => setTimeout(resolve, time));
  const until = async (condition) => { while (!condition()) { await wait(20); } };
  const areLoaded = (selector) => all(selector).length > 0 && all(selector).every((image) => image.naturalWidth > 0);
  const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (node) => { const {left, top, width, height} = node.getBoundingClientRect(); return [left, top, width, height]; };
  const place = () => ["--x", "--y", "--s"].map((name) => Number(one("#view").style.getPropertyValue(name)));
  const center = () => { const [x, y, s] = place(); const pane = one(".pane");
    return [(pane.clientWidth / 2 - x) / s, (pane.clientHeight / 2 - y) / s]; };
  const shown = () => one("#name").textContent;
  await wait();
  try { %s } catch (error) { found.error = String(error.stack); }
  const form = document.createElement("form");
  form.method = "post"; form.action = "%s"; form.enctype = "text/plain";
  const field = document.createElement("textarea");
  field.name = "found"; field.value = JSON.stringify(found);
  form.append(field); document.body.append(form); form.submit();
});</script>"""


class Answers(http.server.BaseHTTPRequestHandler):
    """Receives what a page has found."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.server.found = json.loads(body.decode().removeprefix("found="))

    def do_GET(self):
        self.send_error(404)

    def log_message(self, *_):
        pass


def command_of(browser, profile, size):
    """The command that opens a page, whose address follows."""
    if browser == FIREFOX:
        pathlib.Path(profile, "user.js").write_text('user_pref("security.fileuri.strict_origin_policy", false);\n'
                                                    'user_pref("browser.aboutwelcome.enabled", false);\n')
        return [browser, "--headless", "--no-remote", "--profile", profile, f"--width={size[0]}", f"--height={size[1]}"]
    return [browser, "--headless", *(["--no-sandbox"] if os.geteuid() == 0 else []), "--allow-file-access-from-files", "--disable-gpu",
            "--disable-dev-shm-usage", "--remote-debugging-port=0", f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"]



def write_ppm(path, width, height, color):
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + bytes(v for y in range(height) for x in range(width) for v in color(x, y)))


def gradient(x, y):
    return x * 3 % 256, y * 5 % 256, 90


class ReportPage:
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("e", "a"):
            (self.folder / name).mkdir()

    def pair(self, name, width, height, changed):
        """A pair in which some pixels differ."""
        write_ppm(self.folder / "e" / name, width, height, gradient)
        write_ppm(self.folder / "a" / name, width, height, lambda x, y: changed.get((x, y), gradient(x, y)))

    def pfm(self, folder, name, width, height, value):
        values = struct.pack(f"<{width * height}f", *[value] * (width * height))
        (self.folder / folder / name).write_bytes(b"Pf\n%d %d\n-1\n" % (width, height) + values)

    def report(self, target="report", clusters=None, options=()):
        """Writes a report. `clusters` maps names of pairs to clusters that replace the detected ones."""
        run = subprocess.run([PROGRAM, "compare", self.folder / "e", self.folder / "a", "--report", self.folder / target, *options],
                             capture_output=True, text=True, check=False)
        self.assertLessEqual(run.returncode, 1, run.stderr)
        page = self.folder / target
        page = page if page.suffix else page / "index.html"
        text = page.read_text()
        begin = text.index('id="results">') + len('id="results">')
        end = text.index("</script>", begin)
        data = json.loads(text[begin:end])
        for pair in data["pairs"]:
            if clusters and pair["name"] in clusters:
                pair["clusters"] = [{"bounds": bounds, "pixels": pixels, "max_error": 9} for bounds, pixels in clusters[pair["name"]]]
                pair["cluster_count"] = len(pair["clusters"])
        page.write_text(text[:begin] + json.dumps(data) + text[end:])
        return page

    def ask(self, page, script, size=SIZES[0], fragment=""):
        text = page.read_text()
        driven = page.with_name("driven.html")
        with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            driven.write_text(text.replace("</body>", DRIVER % (script, f"http://127.0.0.1:{server.server_port}/") + "</body>"))
            server.timeout, server.found = 1, None
            browser = subprocess.Popen([*command_of(self.browser, profile, size), driven.as_uri() + fragment], env={**os.environ, "HOME": profile},
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                end = time.monotonic() + 60
                while server.found is None and time.monotonic() < end:
                    server.handle_request()
            finally:
                os.killpg(browser.pid, signal.SIGKILL)
                browser.wait()
        self.assertIsNotNone(server.found, "the page did not answer within 60 s")
        self.assertNotIn("error", server.found)
        return server.found

    def test_it_opens_at_the_largest_cluster_and_steps_to_the_others(self):
        self.pair("a.ppm", 400, 300, {(350, 20): (0, 0, 0), (10, 280): (255, 255, 255)})
        page = self.report(clusters={"a.ppm": [([340, 10, 20, 20], 400), ([8, 278, 4, 4], 9), ([100, 100, 1, 1], 1)]})
        found = self.ask(page, """
          found.first = [center(), place()[2], one("#cluster_text").textContent, all(".pane").length, all(".ring").length];
          key("n"); found.second = [center(), one("#cluster_text").textContent];
          key("p"); key("p"); found.last = one("#cluster_text").textContent;
          all("#cluster_list button")[0].click(); found.again = center();
          await until(() => one("#list .thumb i") && areLoaded(".layer img"));
          found.thumbs = all("#list .thumb i").length;
          found.figures = all("dt").map((node) => node.textContent);
          found.loaded = all(".layer img").map((image) => image.naturalWidth);""")
        center, scale, text, panes, rings = found["first"]
        # The cluster is in the middle, or as near to it as the image's edge allows.
        self.assertLess(abs(center[0] - 350), 60)
        self.assertGreater(scale, 2)
        self.assertIn("Cluster 1 of 3: 400 px in 20×20 at (340, 10)", text)
        # A fourth pane fills a quarter that would be empty.
        self.assertIn((panes, rings), ((3, 9), (4, 12)))
        self.assertIn("Cluster 2 of 3", found["second"][1])
        self.assertIn("Cluster 3 of 3", found["last"])
        self.assertEqual(found["again"], center)
        self.assertEqual(found["thumbs"], 3)
        self.assertEqual(set(found["loaded"]), {400})
        # Nothing requested them.
        self.assertNotIn("SSIM", found["figures"])
        self.assertNotIn("ꟻLIP mean", found["figures"])

    def test_a_lone_pixel_of_a_large_image_is_ringed_at_any_zoom(self):
        self.pair("large.ppm", 2000, 1100, {(1500, 700): (255, 0, 0)})
        page = self.report(clusters={"large.ppm": [([1500, 700, 1, 1], 1)]})
        found = self.ask(page, """
          for (const zoom of ["first", "0", "8"]) {
            if (zoom !== "first") { key(zoom); }
            const [x, y, s] = place();
            found[zoom] = all(".pane").map((pane) => { const [left, top] = box(pane); const ring = box(pane.querySelector(".ring"));
              return [ring[0] + ring[2] / 2 - left - x - 1500.5 * s, ring[1] + ring[3] / 2 - top - y - 700.5 * s, ring[2], ring[3]]; });
          }
          key("0"); found.tiny = all(".dots .ring.tiny").length;
          await until(() => one("#list .thumb i"));
          const thumb = box(one("#list .thumb")); const ring = box(one("#list .thumb i"));
          found.thumb = [ring[0] + ring[2] / 2 - thumb[0], ring[1] + ring[3] / 2 - thumb[1], ring[2]];""")
        for zoom in ("first", "0", "8"):
            for dx, dy, width, height in found[zoom]:
                self.assertLess(abs(dx) + abs(dy), 0.1)
                self.assertGreaterEqual(min(width, height), 16)
        self.assertEqual(found["tiny"], 1)
        # The thumbnail shows 2,000 pixels in a width of 64, with a margin of 6.4 above.
        self.assertAlmostEqual(found["thumb"][0], 1500.5 * 64 / 2000, delta=1)
        self.assertAlmostEqual(found["thumb"][1], (48 - 35.2) / 2 + 700.5 * 64 / 2000, delta=1)
        self.assertGreaterEqual(found["thumb"][2], 12)

    def test_wheel_and_drag_move_all_panes_about_the_pointer(self):
        self.pair("a.ppm", 400, 300, {(350, 20): (0, 0, 0)})
        found = self.ask(self.report(), """
          const pane = all(".pane")[1]; const [left, top] = box(pane);
          // Mouse events have integer coordinates.
          const [pointerX, pointerY] = [Math.round(left) + 100, Math.round(top) + 60];
          const at = (dx = 0, dy = 0) => ({clientX: pointerX + dx, clientY: pointerY + dy, bubbles: true, cancelable: true, pointerId: 1, button: 0});
          const under = () => { const [x, y, s] = place(); return [(pointerX - left - x) / s, (pointerY - top - y) / s, s]; };
          pane.setPointerCapture = () => {};
          key("0"); found.before = under();
          pane.dispatchEvent(new WheelEvent("wheel", {...at(), deltaY: -240})); found.zoomed = under();
          const before = place();
          pane.dispatchEvent(new PointerEvent("pointerdown", at()));
          pane.dispatchEvent(new PointerEvent("pointermove", at(30, -20)));
          pane.dispatchEvent(new PointerEvent("lostpointercapture", at(30, -20)));
          pane.dispatchEvent(new PointerEvent("pointermove", at(99, 99)));
          found.moved = place().map((value, index) => value - before[index]);
          found.transforms = [...new Set(all(".layer > img").map((image) => getComputedStyle(image).transform))].length;""")
        self.assertAlmostEqual(found["zoomed"][2], 2 * found["before"][2])
        for axis in (0, 1):
            self.assertAlmostEqual(found["zoomed"][axis], found["before"][axis], places=6)
        self.assertEqual([round(value, 9) for value in found["moved"]], [30, -20, 0])
        self.assertEqual(found["transforms"], 1)

    def test_all_panes_are_in_one_screen(self):
        self.pair("wide.ppm", 640, 360, {(350, 20): (0, 0, 0)})
        self.pair("tall.ppm", 90, 400, {(35, 20): (0, 0, 0)})
        page = self.report(options=["--json"])
        for size in SIZES:
            found = self.ask(page, """
              found.screen = [innerWidth, innerHeight];
              for (const name of ["first", "second"]) {
                found[name] = all(".pane").map(box); found[name + "_scroll"] = [one("main").scrollHeight - one("main").clientHeight, document.documentElement.scrollHeight - innerHeight];
                key("j");
              }""", size)
            for name in ("first", "second"):
                self.assertEqual(len(found[name]), 4)
                self.assertLessEqual(max(found[name + "_scroll"]), 0)
                for left, top, width, height in found[name]:
                    self.assertLessEqual(left + width, found["screen"][0])
                    self.assertLessEqual(top + height, found["screen"][1])
                    self.assertGreaterEqual(min(width, height), 150)

    def test_marks_give_the_command_that_accepts_them(self):
        for name in ("a.ppm", "it's $x.ppm", "same.ppm"):
            self.pair(name, 20, 10, {} if name == "same.ppm" else {(3, 3): (0, 0, 0)})
        found = self.ask(self.report(), """
          found.before = one("#accept").hidden;
          key("f"); for (let i = 0; i < 3; ++i) { key("a"); key("j"); }
          found.command = one("#command").value; found.rows = all("#list .marked").length;
          one("#unmark").click(); found.after = one("#accept").hidden;""")
        self.assertTrue(found["before"] and found["after"])
        words = subprocess.run(["sh", "-c", "printf '%s\\n' " + found["command"]], capture_output=True, text=True, check=True).stdout
        self.assertEqual(words.splitlines(), ["texelscope", "compare", str(self.folder / "e"), str(self.folder / "a"), "--update",
                                              "a.ppm", "it's $x.ppm"])
        self.assertEqual(found["rows"], 2)

    def test_a_command_of_marks_contains_no_control_characters(self):
        name = "a\x1b[201~\x15\r'\\b\x7f.ppm"
        self.pair(name, 20, 10, {(3, 3): (0, 0, 0)})
        found = self.ask(self.report(), 'key("a"); found.command = one("#command").value;')
        self.assertTrue(found["command"].isprintable(), found["command"])
        words = subprocess.run(["bash", "-c", "printf '%s\\0' " + found["command"]], capture_output=True, check=True).stdout
        # As text, a carriage return would become a line feed.
        self.assertEqual(words.decode().split("\0")[-2], name)

    def test_a_command_of_marks_accepts_names_like_options_and_removes_missing_images(self):
        for name in ("-dash.ppm", "gone.ppm", "b.ppm"):
            self.pair(name, 20, 10, {(3, 3): (0, 0, 0)})
        (self.folder / "a" / "gone.ppm").unlink()
        found = self.ask(self.report(options=["--renderer", "GL x"]), """
          for (let i = 0; i < 3; ++i) { key("a"); key("j"); }
          found.command = one("#command").value;""")
        run = subprocess.run(["sh", "-c", f"exec {PROGRAM}" + found["command"].removeprefix("texelscope")], capture_output=True, text=True, check=True)
        self.assertIn("--renderer 'GL x' --prune --update ", found["command"])
        self.assertIn("expected images changed: 3", run.stdout)
        self.assertEqual(sorted(os.listdir(self.folder / "e")), sorted(os.listdir(self.folder / "a")))
        self.assertEqual((self.folder / "e" / "-dash.ppm").read_bytes(), (self.folder / "a" / "-dash.ppm").read_bytes())

    def test_known_failures_neither_pass_nor_fail(self):
        for name in ("a.ppm", "known.ppm", "same.ppm"):
            self.pair(name, 20, 10, {} if name == "same.ppm" else {(3, 3): (0, 0, 0)})
        (self.folder / "e" / "compare.json").write_text('{"texelscope_compare": 1, "rules": [{"match": "known.ppm", "known_failure": {"reason": "x"}}]}')
        script = """
          found.counts = one("#counts").textContent; found.failed = all("#list li").length;
          key("f"); found.all = all("#list li.failed").length;"""
        self.assertEqual(self.ask(self.report(), script), {"counts": "1 of 3 pairs failed; 1 known failure", "failed": 1, "all": 1})
        found = self.ask(self.report("failed", options=["--report-failed-only"]), script)
        self.assertEqual(found["counts"], "1 of 3 pairs failed (only these are listed); 1 known failure")

    def test_the_address_names_the_pair(self):
        for name in ("a.ppm", "b c#.ppm", "same.ppm"):
            self.pair(name, 20, 10, {} if name == "same.ppm" else {(3, 3): (0, 0, 0)})
        page = self.report()
        script = "found.name = shown(); found.hash = location.hash; key('j'); await wait(); found.next = [shown(), location.hash, one('#link').getAttribute('href')];"
        found = self.ask(page, script)
        self.assertEqual(found["name"], "a.ppm")
        self.assertEqual(found["hash"], "#a.ppm")
        self.assertEqual(found["next"], ["b c#.ppm", "#b%20c%23.ppm", "#b%20c%23.ppm"])
        self.assertEqual(self.ask(page, script, fragment="#b%20c%23.ppm")["name"], "b c#.ppm")
        self.assertEqual(self.ask(page, script, fragment="#same.ppm")["name"], "same.ppm")
        self.assertEqual(self.ask(page, script, fragment="#%E0%A4%A")["name"], "a.ppm")

    def test_light_beyond_the_display_is_exposed_in_folders_and_pages(self):
        self.pfm("e", "light.pfm", 6, 4, 8.0)
        self.pfm("a", "light.pfm", 6, 4, 3.0)
        script = """
          const level = (name) => { const canvas = all(".layer canvas"); return canvas.map((node) => node.getContext("2d").getImageData(1, 1, 1, 1).data[0]); };
          found.hidden = one("#exposure_label").hidden;
          const exposure = one("#exposure"); exposure.value = -4; exposure.dispatchEvent(new Event("input"));
          await until(() => level().length > 1 && level()[0] !== level()[1]); found.levels = level().slice(0, 2);
          found.caption = all("figcaption").map((node) => node.textContent);"""
        for target in ("report", "report.html"):
            found = self.ask(self.report(target), script)
            self.assertFalse(found["hidden"])
            encode = lambda light: 255 * (1.055 * light ** (1 / 2.4) - 0.055)
            self.assertEqual(len(found["levels"]), 2)
            for level, light in zip(found["levels"], (8 / 16, 3 / 16)):
                self.assertAlmostEqual(level, encode(light), delta=1)
            # The difference is scaled to the picture's own range.
            self.assertIn("white is 5", found["caption"][2])

    def test_modes_show_both_images_in_one_place(self):
        self.pair("a.ppm", 400, 300, {(350, 20): (0, 0, 0)})
        found = self.ask(self.report(), """
          for (const [name, letter] of [["blink", "b"], ["slider", "s"], ["difference", "m"]]) {
            key(letter); await wait(50);
            found[name] = [all(".pane").length, all(".layer").length, all(".pane")[0].className, center()];
          }
          key("s"); key("ArrowLeft"); found.split = one("#view").style.getPropertyValue("--split");
          const gain = one("#gain"); key("d"); gain.value = 3; gain.dispatchEvent(new Event("input"));
          found.filter = getComputedStyle(one(".layer .difference")).filter;""")
        for name, layers in (("blink", 2), ("slider", 2), ("difference", 1)):
            self.assertEqual(found[name][:2], [1, layers])
            self.assertAlmostEqual(found[name][3][0], 350.5, delta=1)
        self.assertEqual(found["split"], "48%")
        self.assertEqual(found["filter"], "brightness(8)")

    def test_missing_images_and_different_sizes_are_shown_unchanged(self):
        self.pair("sizes.ppm", 40, 30, {})
        write_ppm(self.folder / "a" / "sizes.ppm", 60, 20, gradient)
        self.pair("missing.ppm", 40, 30, {})
        (self.folder / "a" / "missing.ppm").unlink()
        found = self.ask(self.report("report.html"), """
          for (const name of ["missing", "sizes"]) {
            await until(() => areLoaded(".layer img"));
            found[name] = [shown(), all(".layer img").map((image) => [image.naturalWidth, box(image)[2] / place()[2]]), all(".missing").length, one("#failures").textContent];
            key("j");
          }""")
        self.assertEqual(found["missing"][:3], ["missing.ppm", [[40, 40]], 1])
        self.assertEqual(found["sizes"][:3], ["sizes.ppm", [[40, 40], [60, 60]], 0])
        self.assertIn("actual is 60x20, expected 40x30", found["sizes"][3])

    def test_data_that_is_not_read_is_a_failure_and_a_note(self):
        self.pair("more.ppm", 4, 3, {})
        with open(self.folder / "a" / "more.ppm", "ab") as file:
            file.write(b"more")
        found = self.ask(self.report("report.html"), """found.texts = all("#failures li").map((node) => node.textContent);""")
        self.assertEqual(len(found["texts"]), 2)
        self.assertIn("not compared: actual file: it ends at byte", found["texts"][0])
        self.assertTrue(found["texts"][1].startswith("note: actual: it ends at byte"), found["texts"][1])

    def changes(self):
        """Ten pairs with two kinds of changes, and one each that is missing, extra, damaged and larger."""
        red, blue = ({(x, y): color for x in range(left, left + 6) for y in range(20, 26)} for left, color in ((30, (255, 0, 0)), (60, (0, 0, 255))))
        for index in range(6):
            self.pair(f"red/{index}.ppm", 90 + index, 60, red)
        for index in range(4):
            self.pair(f"blue/{index}.ppm", 90, 60, blue)
        for name in ("gone.ppm", "new.ppm", "broken.ppm", "tall.ppm"):
            self.pair(name, 90, 60, {})
        (self.folder / "a" / "gone.ppm").unlink()
        (self.folder / "e" / "new.ppm").unlink()
        (self.folder / "a" / "broken.ppm").write_bytes(b"P6 90")
        write_ppm(self.folder / "a" / "tall.ppm", 90, 63, lambda x, y: (9, 9, 9) if (x, y) == (40, 30) else gradient(x, y))

    def test_many_changes_are_a_grid_of_groups_that_are_marked_at_once(self):
        self.changes()
        for target in ("report", "report.html"):
            page = self.report(target)
            found = self.ask(page, """
              await until(() => all("#grid .card").length === all("#grid .card img").length && areLoaded("#grid .card img"));
              found.groups = all("#grid h2").map((node) => [...node.childNodes].map((part) => part.textContent.trim()).join(" "));
              found.kinds = all("#kinds button").map((node) => node.textContent);
              found.cards = [all("#grid .card").length, all("#grid .card img").filter((image) => image.naturalWidth > 0).length, all("#grid .absent").length];
              found.detail = [one("#detail").hidden, location.hash];
              all("#grid .mark_group").find((node) => node.closest("h2").textContent.includes("6 changed")).click();
              found.marked = [all("#grid .card.marked").length, all("#list .marked").length, one("#marked").textContent];
              found.command = one("#command").value;
              all("#kinds button").find((node) => node.textContent.includes("changed")).click();
              found.filtered = [all("#grid .card").length, all("#list .failed").length];
              all("#grid .card")[0].click(); found.opened = [one("#grid").hidden, shown(), one("#verdict").textContent, one("#mark_group").textContent];
              key("A"); found.cleared = all("#list .marked").length;
              key("g"); found.again = [one("#grid").hidden, one("#detail").hidden];""", (1280, 2400))
            self.assertEqual(sorted(found["groups"]), ["4 changed 6×6 px at (60, 20) Mark all 4", "4 pairs unlike any other",
                                                       "6 changed 6×6 px at (30, 20) Mark all 6"])
            self.assertEqual(found["kinds"], ["10 changed", "1 resized", "1 missing", "1 extra", "1 damaged"])
            self.assertEqual(found["cards"], [14, 14, 3])
            self.assertEqual(found["detail"], [True, ""])
            self.assertEqual(found["marked"], [6, 6, "6 of 14 marked to accept"])
            self.assertEqual(found["command"].split("--update ")[1].split(), [f"red/{index}.ppm" for index in range(6)])
            self.assertEqual(found["filtered"], [10, 10])
            self.assertEqual(found["opened"][0], True)
            self.assertEqual(found["opened"][2], "changed")
            self.assertTrue(found["opened"][3].endswith("all 4") or found["opened"][3].endswith("all 6"), found["opened"])
            self.assertIn(found["cleared"], (0, 10))
            self.assertEqual(found["again"], [False, True])

    def test_groups_are_judged_by_keys_wherever_their_change_is(self):
        self.changes()
        for index in range(5):
            for folder, color in (("e", (90, 90, 90)), ("a", (90, 200, 90))):
                left = 4 + 14 * index
                write_ppm(self.folder / folder / f"moved{index}.ppm", 90, 60,
                          lambda x, y: color if left <= x < left + 6 and 8 * index <= y < 8 * index + 6 else (30, 30, 30))
        found = self.ask(self.report(), """
          const title = () => document.activeElement.textContent;
          found.marked = [];
          for (let last = ""; ; last = title()) {
            key("N");
            if (title() === last) { break; }
            key("A"); found.marked.push(title().replace("Clear", "Mark") + ": " + all("#grid .marked").length);
          }
          const section = document.activeElement.parentNode; const heading = section.querySelector("h2");
          heading.click(); found.folded = [...section.querySelectorAll(".card")].map((card) => box(card)[3]);
          key("g"); key("g"); found.kept = all("#grid .folded").length; all("#grid .folded h2")[0].click(); found.unfolded = all("#grid .folded").length;
          key("P"); found.former = title() !== heading.textContent;
          all("#grid .card")[0].click(); const first = shown(); key("N"); found.stepped = first !== shown();""", (1280, 2400))
        counts = [int(text.split(": ")[1]) for text in found["marked"]]
        titles = [text.split(": ")[0] for text in found["marked"]]
        self.assertIn("5 changed 6×6 px at several places Mark all 5", titles)
        # Pairs unlike any other are one section, which no key marks at once.
        self.assertEqual((len(titles), counts[-1], sorted(counts)), (4, 15, counts))
        self.assertEqual(set(found["folded"]), {0})
        self.assertEqual((found["kept"], found["unfolded"], found["former"], found["stepped"]), (1, 0, True, True))

    def test_images_of_different_sizes_are_compared_where_both_have_pixels(self):
        self.changes()
        found = self.ask(self.report(), """
          found.figures = one("#figures").textContent; found.modes = one("#modes").hidden;
          for (const [name, letter] of [["blink", "b"], ["slider", "s"], ["overlay", "o"], ["difference", "m"]]) {
            key(letter); await wait(50);
            found[name] = all(".layer > img").map((image) => [image.style.width, image.style.height, image.naturalHeight]);
          }
          found.text = one("#cluster_text").textContent; found.common = all(".common").length;""", fragment="#tall.ppm")
        self.assertIn("90×60 → 90×63 (3 px taller)", found["figures"])
        self.assertIn("1 of 5400", found["figures"])
        self.assertFalse(found["modes"])
        for name in ("blink", "slider", "overlay"):
            self.assertEqual(found[name], [["90px", "60px", 60], ["90px", "63px", 63]])
        self.assertEqual(found["difference"], [["90px", "60px", 60]])
        self.assertIn("1 px in 1×1 at (40, 30)", found["text"])
        self.assertEqual(found["common"], 1)

    def test_no_image_that_cannot_be_read_is_marked(self):
        self.changes()
        found = self.ask(self.report(), """key("a"); found.mark = [one("#mark_label").hidden, all("#list .marked").length];""", fragment="#broken.ppm")
        self.assertEqual(found["mark"], [True, 0])

    def test_no_quarter_of_a_wide_page_is_empty(self):
        self.pair("wide.ppm", 640, 360, {(350, 20): (0, 0, 0)})
        found = self.ask(self.report(), """
          const panes = all(".pane").map(box); found.panes = panes.length; found.left = new Set(panes.map(([left]) => left)).size;
          const [x, y, s] = place(); const pane = one(".pane");
          found.filled = [x <= 0, y <= 0, x + 640 * s >= pane.clientWidth, y + 360 * s >= pane.clientHeight];""", (1920, 1080))
        self.assertEqual((found["panes"], found["left"]), (4, 2))
        self.assertEqual(found["filled"], [True] * 4)

    def test_a_narrow_page_fits_its_width(self):
        self.changes()
        page = self.report()
        frame = page.with_name("frame.html")
        # A browser's window has a larger minimum width.
        frame.write_text('<body><iframe src="index.html" width="420" height="900"></iframe></body>')
        found = self.ask(frame, """
          const inner = one("iframe").contentWindow; const root = inner.document.documentElement;
          found.grid = [inner.innerWidth, root.scrollWidth, inner.document.querySelector("#grid").hidden];
          inner.document.querySelector("#grid .card").click();
          found.pair = [root.scrollWidth, inner.document.querySelector("#detail").scrollWidth, inner.document.querySelector("#detail").scrollLeft];""")
        self.assertEqual((found["grid"][0], found["grid"][2]), (420, False))
        self.assertLessEqual(found["grid"][1], 420)
        self.assertLessEqual(max(found["pair"][:2]), 420)
        self.assertEqual(found["pair"][2], 0)


class ReportPageInChromium(ReportPage, unittest.TestCase):
    browser = CHROMIUM


class ReportPageInFirefox(ReportPage, unittest.TestCase):
    browser = FIREFOX


def load_tests(loader, tests, _):
    """The tests in the installed browsers."""
    return unittest.TestSuite(test for case in (ReportPageInChromium, ReportPageInFirefox) if case.browser for test in loader.loadTestsFromTestCase(case))


if __name__ == "__main__":
    unittest.main()
