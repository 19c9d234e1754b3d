"""A private X server for a test, with a mouse, a keyboard and screenshots."""

import os
import select
import shutil
import subprocess
import time


class Missing(Exception):
    """Something that this machine lacks; the test is skipped."""


# The X11 key codes of the function keys: with the keyboards of xkeyboard-config 2.48, xdotool finds their names only on the level of Alt.
FUNCTION_KEYS = {f"F{number}": str(66 + number if number <= 10 else 84 + number) for number in range(1, 13)}


def key_code(name):
    """The notation of xdotool: "ctrl+F6" is "ctrl+72"."""
    return "+".join(FUNCTION_KEYS.get(part, part) for part in name.split("+"))


class Screen:
    """Xvfb on a free display; ends with the `with` block."""

    def __init__(self, width, height, x11_client):
        for tool in ("Xvfb", "xdotool"):
            if shutil.which(tool) is None:
                raise Missing(f"{tool} is not installed (Debian: apt install xvfb xdotool)")
        if not x11_client:
            raise Missing("built without Xlib (Debian: apt install libx11-dev)")
        self.width, self.height = width, height
        # The input that the program has processed, as a value that changes; None if it is not known, or still being processed.
        self.processed_input = lambda: None
        self._client = x11_client
        self._xdotool = None
        self._mouse = None
        self._presses = {}

    def another(self):
        """A second screen of this size."""
        return Screen(self.width, self.height, self._client)

    def __enter__(self):
        read, write = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{self.width}x{self.height}x24", "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise Missing("Xvfb does not start here")
        self.environment = dict(os.environ, DISPLAY=f":{number}")
        self.environment.pop("WAYLAND_DISPLAY", None)
        return self

    def __exit__(self, *_):
        if self._xdotool is not None:
            self._xdotool.kill()
            self._xdotool.communicate()
        self._server.terminate()
        self._server.wait()

    def end_server(self):
        """Ends the X server, as a crash would."""
        self._server.kill()
        self._server.wait()

    def _command(self, *words):
        """Sends input through one xdotool that keeps running, because starting it takes longer than an event, and waits until
        the input is sent."""
        if self._xdotool is None:
            self._xdotool = subprocess.Popen(["stdbuf", "-oL", "xdotool", "-"], env=self.environment, stdin=subprocess.PIPE,
                                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        line = " ".join(str(word) for word in words)
        self._xdotool.stdin.write(f"{line}\ngetmouselocation\n")
        self._xdotool.stdin.flush()
        is_answered = select.select([self._xdotool.stdout], [], [], 30)[0]
        answer = self._xdotool.stdout.readline() if is_answered else "nothing for 30 s"
        assert answer.startswith("x:"), f"xdotool {line}: {answer}"

    def _run(self, *command):
        subprocess.run([str(word) for word in command], env=self.environment, check=True, timeout=30)

    def _send(self, *command, seconds=5):
        """Sends input, and waits until the program has processed it. A program that is minimized or gone, or is not told of
        the input, does not answer within `seconds`; on a loaded machine others take long."""
        before = self.processed_input()
        self._command(*command)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.004)
            if before is not None and self.processed_input() not in (None, before):
                return

    def _windows(self):
        """The IDs of the program's windows."""
        return subprocess.run(["xdotool", "search", "--name", "texelscope$"], env=self.environment, check=True,
                              timeout=30, capture_output=True, text=True).stdout.split()

    def move(self, x, y):
        # If the mouse is already there, xdotool would wait forever for it to move.
        if self._mouse != (round(x), round(y)):
            self._mouse = round(x), round(y)
            self._send("mousemove", "--sync", *self._mouse)

    def press(self, button=1):
        if button < 4:
            # Two clicks within 0.3 s would be a double-click.
            place, at = self._presses.get(button, (None, 0))
            if place == self._mouse:
                time.sleep(max(0, at + 0.35 - time.monotonic()))
            self._presses[button] = self._mouse, time.monotonic()
        self._send("mousedown", button)

    def release(self, button=1):
        if button < 4:
            self._send("mouseup", button)
        else:
            # The program receives a turn of the wheel as one event, with the press.
            self._command("mouseup", button)

    def click(self, x, y, button=1):
        self.move(x, y)
        self.press(button)
        self.release(button)

    def drag_quickly(self, start, end):
        """Drags within less than a frame, but for the release."""
        self.move(*start)
        self._mouse = None
        self._send("mousedown", 1, "mousemove", *map(round, end), "sleep", 0.1, "mouseup", 1)

    def drag_with(self, key, start, end):
        """Drags with a key held, in steps longer than a frame."""
        self.move(*start)
        self._send("keydown", key_code(key))
        time.sleep(0.2)
        self.press()
        time.sleep(0.2)
        self.move(*end)
        time.sleep(0.2)
        self.release()
        time.sleep(0.2)
        self._send("keyup", key_code(key))

    def key(self, name):
        self._send("key", key_code(name))

    def keys(self, names, delay=10):
        """Presses keys one after another, with `delay` ms between them."""
        self._command("key", "--delay", delay, *map(key_code, names))

    def repeat(self, name, count, delay=10):
        self.keys([name] * count, delay)

    def tap(self, name):
        """Holds a key for a tenth of a second: longer than a frame, and too short to repeat."""
        self._command("key", "--delay", 200, key_code(name))
        time.sleep(0.15)

    def hold(self, *names):
        """Holds keys together for longer than a frame, as text fields require: they read the keyboard once per
        frame."""
        for name in names:
            self._send("keydown", key_code(name))
        for name in reversed(names):
            self._send("keyup", key_code(name))

    def type(self, text, delay=20):
        self._run("xdotool", "type", "--delay", delay, text)

    def resize(self, width, height):
        """The program's window."""
        self._run("xdotool", "windowsize", self._windows()[-1], width, height)

    def destroy_window(self):
        """Destroys the program's window in the X server."""
        self._run("xdotool", "windowclose", self._windows()[-1])

    def disconnect(self):
        """Disconnects the program from the X server, as when the server ends."""
        self._run("xdotool", "windowkill", self._windows()[-1])

    def drop(self, file, x, y):
        self._run(self._client, "drop", file, round(x), round(y))

    def pasted_picture(self, path):
        """The picture on the clipboard, as another program receives it from xclip; written as PNG."""
        with open(path, "wb") as file:
            subprocess.run(["xclip", "-selection", "clipboard", "-t", "image/png", "-o"], env=self.environment, stdout=file,
                           check=True, timeout=30)

    def clipboard(self):
        """The text that another program receives from the clipboard."""
        return subprocess.run([self._client, "clipboard"], env=self.environment, check=True, timeout=30,
                              capture_output=True, text=True).stdout

    def minimize(self):
        """Minimizes the window, as a window manager does."""
        self._run(self._client, "minimize")

    def restore(self):
        self._run(self._client, "restore")

    def cover(self, x, y, width, height):
        """Covers an area with a window, which is then closed."""
        self._run(self._client, "cover", round(x), round(y), round(width), round(height))

    def capture(self, path):
        """A picture of the screen, as Picture."""
        self._run(self._client, "capture", path)
        return Picture.from_ppm(path)


class Picture:
    """Rows of 8-bit red, green, blue."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def from_ppm(cls, path):
        with open(path, "rb") as file:
            assert file.readline() == b"P6\n"
            width, height = map(int, file.readline().split())
            assert file.readline() == b"255\n"
            return cls(width, height, file.read())

    def cut(self, x, y, width, height):
        """The pixels of a box as a list of (red, green, blue)."""
        colors = []
        for row in range(round(y), round(y + height)):
            start = 3 * (row * self.width + round(x))
            line = self.pixels[start:start + 3 * round(width)]
            colors.extend(zip(line[0::3], line[1::3], line[2::3]))
        return colors
