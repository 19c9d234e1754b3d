"""Sends keys and mouse input to an X server from this process, which makes the time of sending known to a fraction of a millisecond."""

import ctypes


class Input:
    """A connection to a display. @raises OSError without libXtst, RuntimeError if the display does not exist."""

    def __init__(self, display):
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.xtst = ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XStringToKeysym.restype = ctypes.c_ulong
        self.connection = ctypes.c_void_p(self.x11.XOpenDisplay(display.encode()))
        if not self.connection:
            raise RuntimeError(f"no display {display}")

    def _send(self, function, *arguments):
        function(self.connection, *arguments, ctypes.c_ulong(0))
        self.x11.XFlush(self.connection)

    def key(self, *names):
        """Presses keys, such as "Control_L" and "k", in order, and releases them."""
        codes = [self.x11.XKeysymToKeycode(self.connection, ctypes.c_ulong(self.x11.XStringToKeysym(name.encode())))
                 for name in names]
        for code in codes:
            self._send(self.xtst.XTestFakeKeyEvent, code, 1)
        for code in reversed(codes):
            self._send(self.xtst.XTestFakeKeyEvent, code, 0)

    def button(self, is_down):
        self._send(self.xtst.XTestFakeButtonEvent, 1, int(is_down))

    def move(self, x, y):
        self._send(self.xtst.XTestFakeMotionEvent, -1, round(x), round(y))
