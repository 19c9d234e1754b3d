"""The command `texelscope` of gdb."""

import os
import re

import gdb

from .array import CannotShow
from .containers import describe, describe_as, numpy_array
from .window import NoWindow, Window

AS = re.compile(r"(?P<expression>.+?)\s+as\s+(?P<shape>\d+(?:\s*x\s*\d+)*|\(.+\)|numpy)(?:\s+(?P<type>\w+))?\s*$", re.DOTALL)
MAX_FRAMES = 64


class Shown:
    """An expression that is drawn at each stop, in the function where it was given."""

    def __init__(self, expression, shape, type):
        self.expression = expression
        self.shape = shape
        self.type = type
        # The array in the window.
        self.number = None
        self.function = selected_function() if needs_frame(f"{expression} {shape or ''}") else None
        self.last_error = None

    def array(self):
        """The Array of its value in the selected frame. Raises CannotShow."""
        try:
            value = gdb.parse_and_eval(self.expression)
            if self.shape is None:
                return describe(value)
            if self.shape == "numpy":
                return numpy_array(int(value))
            return describe_as(value, extents(self.shape), self.type)
        except gdb.error as error:
            raise CannotShow(str(error)) from None

    def __str__(self):
        return " ".join([self.expression, *(["as", self.shape] if self.shape else []), *([self.type] if self.type else [])])


def extents(text):
    """480x640, or expressions in parentheses: (height, 2 * width)."""
    if not text.startswith("("):
        return [int(extent) for extent in text.split("x")]
    depth, parts = 0, [""]
    for letter in text[1:text.rindex(")")]:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [int(gdb.parse_and_eval(part)) for part in parts if part.strip()]


def selected_function():
    try:
        return gdb.selected_frame().name()
    except gdb.error:
        return None


def needs_frame(expression):
    """Whether an expression has a name of a local variable, or a member of this."""
    for name in re.findall(r"[A-Za-z_]\w*", expression):
        try:
            symbol, is_member = gdb.lookup_symbol(name)
        except gdb.error:
            return False
        if is_member or (symbol is not None and symbol.needs_frame):
            return True
    return False


class Session:
    """The expressions to draw, and the connection to the window."""

    def __init__(self):
        # By expression and function: one name may be another variable elsewhere.
        self.shown = {}
        self.last_number = 0
        self.window = None
        self.program = None
        gdb.events.stop.connect(self.draw_all)
        gdb.events.exited.connect(lambda _: self.disconnect())

    def connect(self):
        inferior = gdb.selected_inferior()
        path = gdb.current_progspace().filename or "program"
        program = (inferior.pid or os.getpid(), f"{os.path.basename(path)[:58]} in gdb")
        if program != self.program:
            self.disconnect()
        if self.window is None:
            self.window = Window(*program)
            self.program = program

    def disconnect(self):
        if self.window is not None:
            self.window.close()
        self.window = None

    def send(self, shown):
        """Shows an expression's array in the selected frame. Raises CannotShow, NoWindow."""
        array = shown.array()
        # A window that was closed may have been opened again.
        for is_last in (False, True):
            self.connect()
            try:
                self.window.show(shown.number, shown.expression, array)
                return array
            except OSError as error:
                self.disconnect()
                if is_last:
                    raise NoWindow(f"the window has ended; open texelscope again ({error})") from None

    def add(self, shown):
        """Shows it, and again at each stop, in place of the same expression of the same function. Raises CannotShow, NoWindow."""
        key = (shown.expression, shown.function)
        if key in self.shown:
            shown.number = self.shown[key].number
        else:
            self.last_number += 1
            shown.number = self.last_number
        array = self.send(shown)
        self.shown[key] = shown
        return array

    def forget(self, expression):
        keys = [key for key in self.shown if expression in ("", key[0])]
        if expression and not keys:
            raise gdb.GdbError(f"texelscope: {expression} is not shown; texelscope --list names what is")
        for key in keys:
            shown = self.shown.pop(key)
            try:
                if self.window is not None:
                    self.window.end(shown.number)
            except OSError:
                self.disconnect()

    def draw_all(self, _event):
        if not self.shown:
            return
        try:
            before = gdb.selected_frame()
        except gdb.error:
            return
        try:
            for shown in self.shown.values():
                if shown.function is None or select_function(shown.function):
                    self.draw(shown)
                before.select()
        finally:
            if before.is_valid():
                before.select()

    def draw(self, shown):
        """Shows it again; tells each error once."""
        error = None
        try:
            self.send(shown)
        except (CannotShow, NoWindow) as problem:
            error = str(problem)
        if error not in (None, shown.last_error):
            gdb.write(f"texelscope: {shown}: {error}\n", gdb.STDERR)
        shown.last_error = error


def select_function(name):
    """Selects the newest frame of a function. Returns whether the stack has one."""
    frame = gdb.newest_frame()
    for _ in range(MAX_FRAMES):
        if frame is None or frame.name() == name:
            break
        frame = frame.older()
    if frame is None or frame.name() != name:
        return False
    frame.select()
    return True


class Command(gdb.Command):
    """Shows an array of the stopped program in texelscope's window, now and at each stop.

texelscope EXPRESSION                       an array, or an object of a class of arrays, such as std::vector
texelscope EXPRESSION as SHAPE [TYPE]       memory, such as: texelscope p as 480x640 float32
                                            extents may be expressions: texelscope p as (height, width)
texelscope ADDRESS as numpy                 a numpy.ndarray, by its id() in Python
texelscope --list                           what is shown
texelscope --forget [EXPRESSION]            shows it, or everything, no more

Classes: C arrays, std::array, std::vector, std::span, mdspan, Eigen::Matrix, Map and Ref, cv::Mat, PyArrayObject, and
texelscope's own. Types have NumPy's names. Memory is only read, so core files and remote targets work, too."""

    def __init__(self):
        super().__init__("texelscope", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)
        self.session = Session()

    def invoke(self, argument, from_tty):
        argument = argument.strip()
        option, _, rest = argument.partition(" ")
        if not argument:
            raise gdb.GdbError("texelscope: an expression is missing, such as: texelscope p as 480x640 float32")
        if option == "--list" and not rest:
            gdb.write("".join(f"{shown}\n" for shown in self.session.shown.values()) or "Nothing is shown.\n")
        elif option == "--forget":
            self.session.forget(rest.strip())
        elif option.startswith("--") and re.match(r"--[a-z]+$", option) and not rest:
            raise gdb.GdbError(f"texelscope: unknown option {option}; use --list or --forget")
        else:
            self.show(argument)

    def show(self, argument):
        found = AS.match(argument)
        expression, shape, kind = (found["expression"], found["shape"], found["type"]) if found else (argument, None, None)
        shown = Shown(expression, shape, kind)
        try:
            gdb.write(f"{shown.expression}: {self.session.add(shown)}\n")
        except (CannotShow, NoWindow) as error:
            hint = "; a shape is written as 480x640 or (height, width)" if not found and " as " in argument else ""
            raise gdb.GdbError(f"texelscope: {shown}: {error}{hint}") from None


Command()
