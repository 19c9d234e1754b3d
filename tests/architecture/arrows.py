"""Which folders may include which. A folder is the longest prefix below that fits a file's path.

Headers of the project are named from its root; the public ones, which stand in gpu/include/, by "texelscope/…". A folder
may always include itself.
"""

# What stands at the root of the public headers, as seen by an #include.
PUBLIC_ROOT = "gpu/include/"
PUBLIC_PREFIX = "texelscope/"

# What the program's folders build on: each may include those before it, as written out in ARROWS.
TEXT = ["app/text"]
FILES = ["app/files", *TEXT]
IMAGES = ["app/images", *FILES]
DEVICE = ["app/device", *FILES]
TEXTURE = ["app/texture", "app/images", *DEVICE]
LIBRARIES = ["app/scene", *TEXTURE]
LABS = ["copy", "interop", "kernel", "layout", "lifetime", "stream", "surface", "tensor", "texture"]

# Folder: the folders whose headers it may include. Everything in app/ also sees gpu/include.
ARROWS = {
    "gpu/include": [],
    "gpu/layout": ["gpu/include"],
    "gpu/threads": [],
    "gpu/driver": ["gpu/include", "gpu/layout"],
    "gpu/graphics": ["gpu/driver", "gpu/include", "gpu/layout"],
    "gpu/object": ["gpu/driver", "gpu/include", "gpu/layout"],
    "gpu/copy": ["gpu/driver", "gpu/include", "gpu/layout", "gpu/object", "gpu/threads"],
    "gpu/view": ["gpu/driver", "gpu/include", "gpu/layout"],
    "gpu/cpu": ["gpu/driver", "gpu/graphics", "gpu/include", "gpu/layout", "gpu/threads"],
    "gpu/cuda": ["gpu/driver", "gpu/graphics", "gpu/include", "gpu/layout"],
    "render": [],
    "app/text": [],
    "app/files": TEXT,
    "app/images": FILES,
    "app/device": FILES,
    "app/texture": TEXTURE[1:],
    "app/scene": TEXTURE,
    "app/labs": ["app/images", *DEVICE],
    **{f"app/labs/{lab}": ["app/labs", *LIBRARIES] for lab in LABS},
    **{f"app/labs/{lab}/panel": [f"app/labs/{lab}", "app/labs", "app/window", "app/window/panels", *LIBRARIES] for lab in LABS},
    "app/labs/stream/experiments": LIBRARIES,
    "app/window": ["app/labs", *LIBRARIES],
    "app/window/panels": ["app/window", "app/labs", *LIBRARIES],
    "app/lessons": ["app/window", "app/labs", *(f"app/labs/{lab}" for lab in LABS), "app/labs/stream/experiments", *LIBRARIES],
    "app/lessons/panel": ["app/lessons", "app/window", "app/window/panels", "app/labs", *LIBRARIES],
    "app/conformance": LIBRARIES,
    "app/compare": IMAGES,
    "app/interop": ["render", "app/labs", "app/labs/interop", *LIBRARIES],
    "app/scenes": ["app/interop", *LIBRARIES],
    "app/sweep": ["app/interop", "app/scenes", *LIBRARIES],
    "app/stress": ["app/interop", "app/scenes", *LIBRARIES],
    "app/golden": ["app/compare", "app/interop", "app/scenes", *LIBRARIES],
    "app/cli": ["app/*"],
    "app/gui": ["app/*", "render"],
    "app/main.cpp": ["*"],
    "python": ["*"],
    "tools": [],
    "tests": ["*"],
}
# Copies are planned for layouts, which the layout lab works out.
ARROWS["app/labs/copy"].append("app/labs/layout")
ARROWS["app/labs/copy/panel"] += ["app/labs/layout", "app/labs/layout/panel"]
ARROWS["app/labs/stream"].append("app/labs/stream/experiments")

# Single files that need one arrow more than their folder, and why.
EXCEPTIONS = {
    "gpu/driver/open_driver.cpp": (["gpu/cpu", "gpu/cuda"], "the one place that names the devices"),
    "gpu/object/graphics/gl_context_box.h": (["gpu/graphics"], "keeps GL's functions"),
    "gpu/object/graphics/graphics_resource.cpp": (["gpu/graphics"], "names formats that CUDA refuses before the driver is asked"),
    "app/cli/doctor/doctor_checks.cpp": (["render"], "tries each link by itself"),
}

# Headers of others that only some folders may include: a regular expression, and the folders.
FOREIGN = [
    (r"cuda\.h|cudaGL\.h|cuda_gl_interop\.h", ["gpu/cuda"]),
    (r"cuda_runtime(_api)?\.h", ["gpu/cuda", "gpu/include/texelscope/kernels"]),
    (r"imgui.*\.h", ["app/labs/*/panel", "app/lessons/panel", "app/window/panels", "app/gui"]),
    (r"GLFW/.*", ["render", "app/gui"]),
    (r"(glad|EGL|KHR)/.*", ["render"]),
    (r"GL/.*", ["render", "gpu/graphics", "app/gui"]),
    (r"vulkan/.*", ["render"]),
    (r"CLI/.*", ["app/cli"]),
    (r"stb_.*", ["app/images", "app/gui", "tools"]),
    (r"pybind11/.*|Python\.h", ["python"]),
    (r"gtest/.*|gmock/.*", ["tests"]),
]

# No file of the project is longer.
MAX_LINES = 500

# What draws with Dear ImGui, and its one file that names colors.
PANELS = ["app/labs/*/panel/*", "app/lessons/panel/*", "app/window/panels/*"]
COLORS = "app/window/panels/theme_colors.h"

# What may not stand in any file: regular expression, and why. Written so that this file does not match itself.
FORBIDDEN = [
    (r"/" r"work/", "a path of a build machine"),
    (r"/" r"home/\w", "a path of a build machine"),
    (r"/" r"root/", "a path of a build machine"),
    (r"/" r"tmp/(?!\.X11-unix)[a-z]", "a path of a build machine; ask for a temporary folder"),
    (r"\bTO" r"DO\b|\bFIX" r"ME\b|\bXX" r"X\b", "unfinished work; finish it, or write an issue"),
]
