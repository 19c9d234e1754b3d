"""A window for tests: it listens as texelscope does, and keeps what programs send. Without NumPy, so that it is an independent
reader of the protocol."""

import itertools
import json
import mmap
import os
import socket
import struct
import threading

HEADER = struct.Struct("<IHHIIQ")
MAGIC = int.from_bytes(b"TXI1", "little")
HELLO, RING, BELL, FRAME, END, WELCOME, TAKEN = 1, 2, 3, 4, 5, 16, 18
FREE, READY, READING = 0, 2, 3
SLOTS, SLOT_HEAD, SLOT_BYTES, PAGE_HEAD = 3, struct.Struct("<IIQ"), 16 + 2000, 8
CODES = {"bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q",
         "float16": "e", "float32": "f", "float64": "d", "complex64": "ff", "complex128": "dd"}


class Array:
    """An array as it arrived: its description, and the bytes of its memory."""

    def __init__(self, program, description, memory):
        self.program = program
        self.name = description["name"]
        self.type = description["type"]
        self.shape = tuple(description["shape"])
        self.strides = tuple(description["strides"])
        self.offset = description["offset"]
        self.memory = memory
        assert len(memory) == description["bytes"], (len(memory), description)

    def values(self):
        """All elements in C order, read one by one at their positions."""
        places = itertools.product(*(range(extent) for extent in self.shape))
        return [self.value_at(self.offset + sum(index * stride for index, stride in zip(place, self.strides))) for place in places]

    def value_at(self, position):
        if self.type == "bfloat16":
            return struct.unpack("<f", b"\0\0" + self.memory[position:position + 2])[0]
        found = struct.unpack_from("<" + CODES[self.type], self.memory, position)
        return complex(*found) if len(found) == 2 else found[0]


class FakeWindow:
    """Listens at a path, as a context manager. `arrays` has everything that has arrived, in order."""

    def __init__(self, path):
        self.path = str(path)
        self.arrays = []
        self.programs = []
        self.ended = []
        self.errors = []
        self.changed = threading.Condition()
        self.listening = socket.socket(socket.AF_UNIX)
        os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
        # Programs look when a file appears, so it appears when it listens.
        self.listening.bind(self.path + ".new")
        self.listening.listen()
        os.rename(self.path + ".new", self.path)
        self.connections = []
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        os.unlink(self.path)
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        for connection in self.connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        if self.errors:
            raise self.errors[0]

    def wait(self, condition, seconds=20):
        """Waits until a condition on this window holds; fails after that time."""
        with self.changed:
            if not self.changed.wait_for(lambda: self.errors or condition(self), seconds):
                raise AssertionError(f"after {seconds} s: arrays {[each.name for each in self.arrays]}, ended {self.ended}")

    def named(self, name):
        """The newest array of this name."""
        self.wait(lambda window: any(each.name == name for each in window.arrays))
        return [each for each in self.arrays if each.name == name][-1]

    def _accept(self):
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            self.connections.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            Connection(self, connection).serve()
        except ConnectionResetError:
            pass
        except Exception as error:  # noqa: BLE001: raised by the test
            with self.changed:
                self.errors.append(error)
                self.changed.notify_all()


class Connection:
    def __init__(self, window, connection):
        self.window = window
        self.connection = connection
        self.bytes = b""
        self.files = []
        self.program = None
        self.rings = {}

    def read(self, count):
        while len(self.bytes) < count:
            part, files, _, _ = socket.recv_fds(self.connection, 1 << 20, 8)
            self.files += files
            if not part:
                return None
            self.bytes += part
        found, self.bytes = self.bytes[:count], self.bytes[count:]
        return found

    def serve(self):
        while (head := self.read(HEADER.size)) is not None:
            magic, kind, files, text_bytes, number, payload_bytes = HEADER.unpack(head)
            assert magic == MAGIC and text_bytes <= 16384, head
            text = self.read(text_bytes)
            payload = self.read(payload_bytes)
            self.take(kind, number, json.loads(text or b"{}"), payload, [self.files.pop(0) for _ in range(files)])
        for number in list(self.rings):
            self.ring(number)
        self.connection.close()

    def take(self, kind, number, text, payload, files):
        if kind == HELLO:
            self.program = text
            self.connection.sendall(HEADER.pack(MAGIC, WELCOME, 0, 0, 1 if files else 0, 0))
            self.tell(lambda window: window.programs.append(text))
        elif kind == RING and "device" in text:
            pass  # The memory of a GPU cannot be mapped.
        elif kind == RING:
            control, slots = (mmap.mmap(file, 0, access=access) for file, access in zip(files, (mmap.ACCESS_WRITE, mmap.ACCESS_READ)))
            self.rings[number] = (text["name"], control, slots, text["slot_bytes"])
            control[0:4] = struct.pack("<I", 1)
        elif kind == BELL:
            self.ring(number)
        elif kind == FRAME:
            memory = payload or (mmap.mmap(files[0], 0, access=mmap.ACCESS_READ)[:] if files else b"")
            self.keep(text, memory[:text["bytes"]])
            self.connection.sendall(HEADER.pack(MAGIC, TAKEN, 0, 0, number, 0))
        elif kind == END:
            name = self.rings.pop(number)[0] if number in self.rings else number
            self.tell(lambda window: window.ended.append(name))
        else:
            raise AssertionError(f"a message of kind {kind}")
        for file in files:
            os.close(file)

    def ring(self, number):
        if number not in self.rings:
            return
        name, control, slots, slot_bytes = self.rings[number]
        places = [PAGE_HEAD + SLOT_BYTES * slot for slot in range(SLOTS)]
        ready = [(SLOT_HEAD.unpack_from(control, place)[2], slot) for slot, place in enumerate(places)
                 if SLOT_HEAD.unpack_from(control, place)[0] == READY]
        for _, slot in sorted(ready)[-1:]:
            place = places[slot]
            control[place:place + 4] = struct.pack("<I", READING)
            text = json.loads(control[place + 16:place + 16 + SLOT_HEAD.unpack_from(control, place)[1]])
            assert text["name"] == name
            memory = slots[slot * slot_bytes:slot * slot_bytes + text["bytes"]]
            control[place:place + 4] = struct.pack("<I", FREE)
            self.keep(text, memory)

    def keep(self, text, memory):
        self.tell(lambda window: window.arrays.append(Array(self.program, text, memory)))

    def tell(self, change):
        with self.window.changed:
            change(self.window)
            self.window.changed.notify_all()
