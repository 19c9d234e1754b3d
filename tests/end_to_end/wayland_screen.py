"""A private Wayland compositor for a test, without X, with a mouse, a keyboard and screenshots: sway without
a monitor, driven by wayvnc, whose protocol is RFC 6143."""

import os
import pathlib
import shutil
import socket
import struct
import subprocess
import time

from screen import Missing, Picture

KEYS = {"ctrl": 0xFFE3, "shift": 0xFFE1, "alt": 0xFFE9, "Return": 0xFF0D, "Escape": 0xFF1B, "Tab": 0xFF09,
        "BackSpace": 0xFF08, "Delete": 0xFFFF, "Left": 0xFF51, "Up": 0xFF52, "Right": 0xFF53, "Down": 0xFF54}


def wait_for(path, process, seconds=20):
    end = time.monotonic() + seconds
    while not path.exists():
        if process.poll() is not None or time.monotonic() > end:
            raise Missing(f"{process.args[0]} does not start here")
        time.sleep(0.05)


class Vnc:
    """The screen, mouse and keyboard of a VNC server."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        self._socket.connect(str(path))
        self._take(12)
        self._socket.sendall(b"RFB 003.008\n")
        kinds = self._take(self._take(1)[0])
        if 1 not in kinds:
            raise Missing(f"wayvnc requires one of the security types {list(kinds)}")
        self._socket.sendall(b"\x01")
        if self._take(4) != bytes(4):
            raise Missing("wayvnc rejects the test")
        self._socket.sendall(b"\x01")
        self.width, self.height = struct.unpack(">HH", self._take(4))
        self._take(16)
        self._take(struct.unpack(">I", self._take(4))[0])
        # 32 bits of blue, green, red and padding, and raw pixels.
        self._socket.sendall(struct.pack(">B3x4B3H3B3x", 0, 32, 24, 0, 1, 255, 255, 255, 16, 8, 0))
        self._socket.sendall(struct.pack(">BxHi", 2, 1, 0))

    def close(self):
        self._socket.close()

    def _take(self, count):
        data = b""
        while len(data) < count:
            part = self._socket.recv(count - len(data))
            if not part:
                raise AssertionError("wayvnc has ended")
            data += part
        return data

    def pointer(self, x, y, buttons):
        self._socket.sendall(struct.pack(">BBHH", 5, buttons, round(x), round(y)))

    def key(self, symbol, is_down):
        self._socket.sendall(struct.pack(">BB2xI", 4, is_down, symbol))

    def capture(self):
        """The whole screen."""
        self._socket.sendall(struct.pack(">BBHHHH", 3, 0, 0, 0, self.width, self.height))
        pixels = bytearray(3 * self.width * self.height)
        while True:
            kind = self._take(1)[0]
            if kind == 0:
                break
            if kind == 3:
                self._take(3)
                self._take(struct.unpack(">I", self._take(4))[0])
            elif kind == 1:
                self._take(3)
                self._take(6 * struct.unpack(">H", self._take(2))[0])
        self._take(1)
        for _ in range(struct.unpack(">H", self._take(2))[0]):
            x, y, width, height, encoding = struct.unpack(">HHHHi", self._take(12))
            assert encoding == 0, encoding
            data = self._take(4 * width * height)
            for row in range(height):
                line = data[4 * width * row:4 * width * (row + 1)]
                colors = bytearray(3 * width)
                colors[0::3], colors[1::3], colors[2::3] = line[2::4], line[1::4], line[0::4]
                start = 3 * ((y + row) * self.width + x)
                pixels[start:start + 3 * width] = colors
        return Picture(self.width, self.height, bytes(pixels))


class WaylandScreen:
    """sway on a screen in memory; ends with the `with` block. Every window fills the screen."""

    def __init__(self, width, height, scale=1):
        for tool in ("sway", "wayvnc", "wl-copy"):
            if shutil.which(tool) is None:
                raise Missing(f"{tool} is not installed (Debian: apt install sway wayvnc wl-clipboard)")
        self.width, self.height, self.scale = width, height, scale
        self._processes = []

    def __enter__(self):
        folder = pathlib.Path(os.environ["XDG_STATE_HOME"]) / f"wayland_{self.scale}"
        folder.mkdir(parents=True, mode=0o700)
        (folder / "config").write_text(
            f"output HEADLESS-1 mode {self.width}x{self.height} scale {self.scale}\n"
            "xwayland disable\ndefault_border none\nfocus_follows_mouse no\n")
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=str(folder), WLR_BACKENDS="headless", WLR_RENDERER="pixman",
                                WLR_LIBINPUT_NO_DEVICES="1", XKB_DEFAULT_LAYOUT="us", WAYLAND_DISPLAY="wayland-1")
        self.environment.pop("DISPLAY", None)
        try:
            sway = self._start("sway", "--config", folder / "config")
            wait_for(folder / "wayland-1", sway)
            vnc = self._start("wayvnc", "--unix-socket", folder / "vnc", "--output", "HEADLESS-1")
            wait_for(folder / "vnc", vnc)
            self._vnc = Vnc(folder / "vnc")
        except BaseException:
            self.__exit__()
            raise
        self._at = (0, 0)
        return self

    def __exit__(self, *_):
        for process in reversed(self._processes):
            process.terminate()
            process.wait()

    def _start(self, *command):
        self._processes.append(subprocess.Popen([str(word) for word in command], env=self.environment,
                                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return self._processes[-1]

    def move(self, x, y):
        """Moves to a position in units of the window, like the widget positions that the program reports."""
        self._at = (x * self.scale, y * self.scale)
        self._vnc.pointer(*self._at, 0)
        time.sleep(0.08)

    def press(self, button=1):
        self._vnc.pointer(*self._at, 1 << (button - 1))
        time.sleep(0.08)

    def release(self, button=1):
        self._vnc.pointer(*self._at, 0)
        time.sleep(0.08)

    def click(self, x, y, button=1):
        self.move(x, y)
        self.press(button)
        self.release(button)

    def hold(self, *names):
        """Holds keys together for longer than a frame, and too briefly for them to repeat."""
        symbols = [KEYS.get(name) or ord(name) for name in names]
        for symbol in symbols:
            self._vnc.key(symbol, True)
        time.sleep(0.15)
        for symbol in reversed(symbols):
            self._vnc.key(symbol, False)
        time.sleep(0.08)

    def key(self, name):
        self.hold(*name.split("+"))

    def type(self, text, delay=20):
        for letter in text:
            self._vnc.key(ord(letter), True)
            time.sleep(delay / 1000)
            self._vnc.key(ord(letter), False)

    def copy(self, text):
        """Puts a text on the clipboard, as another program would."""
        subprocess.run(["wl-copy", text], env=self.environment, check=True, timeout=30, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def pasted(self):
        """The text that another program receives from the clipboard."""
        return subprocess.run(["wl-paste", "--no-newline"], env=self.environment, check=True, timeout=30,
                              capture_output=True, text=True).stdout

    def capture(self, path):
        """A screenshot, which is also stored as PPM."""
        picture = self._vnc.capture()
        with open(path, "wb") as file:
            file.write(f"P6\n{picture.width} {picture.height}\n255\n".encode() + picture.pixels)
        return picture
