"""The connection to texelscope's window: docs/inspect-protocol.md."""

import array
import fcntl
import json
import os
import socket
import struct
import time

HEADER = struct.Struct("<IHHIIQ")
MAGIC = int.from_bytes(b"TXI1", "little")
HELLO, FRAME, END, WELCOME, TAKEN = 1, 4, 5, 16, 18
# F_ADD_SEALS; F_SEAL_SEAL, SHRINK, GROW and WRITE: the window maps only what cannot change.
ADD_SEALS, ALL_SEALS = 1033, 15
SECONDS = 5


class NoWindow(Exception):
    """No window listens; the text says where."""


def place():
    """The socket's path, or an address and a port, as the library finds it."""
    named = os.environ.get("TEXELSCOPE_INSPECT", "")
    if named.startswith("/"):
        return named
    if named:
        host, _, port = named.rpartition(":")
        if host and port.isdigit():
            return host, int(port)
        raise NoWindow(f"TEXELSCOPE_INSPECT is {named}; set it to a socket's path, or unset it")
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return (runtime + "/texelscope" if runtime.startswith("/") else "/tmp" + f"/texelscope-{os.getuid()}") + "/inspect"


def sealed_file(pieces):
    """The descriptor of an anonymous file whose content and size are fixed."""
    file = os.memfd_create("texelscope-gdb", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    for piece in pieces:
        rest = memoryview(piece).cast("B")
        while rest:
            rest = rest[os.write(file, rest):]
    fcntl.fcntl(file, ADD_SEALS, ALL_SEALS)
    return file


class Window:
    """A connection for one stopped program."""

    def __init__(self, process, program):
        where = place()
        is_local = isinstance(where, str)
        self.socket = socket.socket(socket.AF_UNIX if is_local else socket.AF_INET)
        self.socket.settimeout(SECONDS)
        try:
            self.socket.connect(where)
            if is_local:
                _, user, _ = struct.unpack("3i", self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
                if user != os.getuid():
                    raise OSError("its window belongs to another user")
            text = {"process": process, "program": program}
            self.send(HELLO, 0, text, [sealed_file([b"0"])] if is_local else [])
            kind, self.shares_memory = self.receive()
            if kind != WELCOME:
                raise OSError("what listens there is no window of this version")
        except OSError as error:
            self.socket.close()
            raise NoWindow(f"no window listens at {where if is_local else '{}:{}'.format(*where)}; open texelscope first ({error})") from None

    def close(self):
        self.socket.close()

    def send(self, kind, number, text=None, files=(), payload_bytes=0):
        """Sends a message, up to its payload, and closes the files."""
        try:
            encoded = json.dumps(text, ensure_ascii=False).encode() if text is not None else b""
            message = HEADER.pack(MAGIC, kind, len(files), len(encoded), number, payload_bytes) + encoded
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else []
            sent = self.socket.sendmsg([message], rights)
            self.socket.sendall(message[sent:])
        finally:
            for file in files:
                os.close(file)

    def receive(self):
        """The kind of the next answer, and its number."""
        head = b""
        while len(head) < HEADER.size:
            part = self.socket.recv(HEADER.size - len(head))
            if not part:
                raise OSError("it closed the connection")
            head += part
        magic, kind, _, text_bytes, number, payload_bytes = HEADER.unpack(head)
        if magic != MAGIC or text_bytes or payload_bytes > 64:
            raise OSError("what listens there is no window of this version")
        self.socket.recv(payload_bytes, socket.MSG_WAITALL) if payload_bytes else None
        return kind, number

    def show(self, number, name, shown):
        """Sends an Array of the program, and waits until the window has taken it. Raises OSError."""
        memory, offset = shown.read()
        text = {"name": name, "type": shown.type, "shape": shown.shape, "strides": shown.strides, "offset": offset, "bytes": len(memory),
                "time": time.time_ns(), "skipped": 0}
        if self.shares_memory and len(memory):
            self.send(FRAME, number, text, [sealed_file([memory])])
        else:
            self.send(FRAME, number, text, payload_bytes=len(memory))
            self.socket.sendall(memory)
        while self.receive() != (TAKEN, number):
            pass

    def end(self, number):
        self.send(END, number)
