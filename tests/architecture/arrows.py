"""Which folders may include which, and the other limits of the sources.

A folder is the longest row of ARROWS that fits a file's path. Headers of the project are named from its root; the public
ones, in gpu/include/, by "texelscope/…". A folder may always include itself. "*" stands for any part of a path.
"""

# The root of the public headers, and how an #include of them begins.
PUBLIC_ROOT = "gpu/include/"
PUBLIC_PREFIX = "texelscope/"

# What the compute library builds on. The parts of objects, and of the CPU device, know each other.
DRIVER = ["gpu/driver", "gpu/include", "gpu/layout"]
OBJECT = ["gpu/object", "gpu/object/*", *DRIVER]
CPU = ["gpu/cpu", "gpu/cpu/*", "gpu/files", "gpu/graphics", "gpu/threads", *DRIVER]

# What the program's folders build on: each may include those before it, as written out in ARROWS.
TEXT = ["app/text"]
FILES = ["app/files", *TEXT]
IMAGES = ["app/images", *FILES]
DEVICE = ["app/device", *FILES]
TEXTURE = ["app/texture", "app/images", *DEVICE]
LIBRARIES = ["app/scene", *TEXTURE]
INTEROP = ["app/interop", "app/interop/*", *LIBRARIES]
LABS = ["copy", "interop", "kernel", "layout", "lifetime", "stream", "surface", "tensor", "texture"]

# Folder: the folders whose headers it may include. Everything in app/ also sees gpu/include.
ARROWS = {
    "gpu/include": [],
    "gpu/files": [],
    "gpu/layout": ["gpu/files", "gpu/include"],
    "gpu/threads": [],
    "gpu/driver": ["gpu/include", "gpu/layout"],
    "gpu/graphics": DRIVER,
    **{f"gpu/object{part}": OBJECT for part in ("", "/array", "/graphics", "/memory", "/program", "/stream")},
    "gpu/copy": ["gpu/copy/*", "gpu/threads", *OBJECT],
    "gpu/copy/device": ["gpu/copy", "gpu/copy/host", "gpu/threads", *OBJECT],
    "gpu/copy/host": ["gpu/include", "gpu/layout", "gpu/threads"],
    "gpu/view": DRIVER,
    **{f"gpu/cpu{part}": CPU for part in ("", "/array", "/graph", "/memory", "/program", "/stream")},
    "gpu/cpu/texture_unit": ["gpu/include", "gpu/layout"],
    "gpu/cuda": ["gpu/files", "gpu/graphics", *DRIVER],
    "render/common": [],
    "render/window": ["render/common"],
    "render/gl": ["render/common", "render/window"],
    "render/vulkan/context": ["render/common", "render/window"],
    "render/vulkan/image": ["render/common", "render/vulkan/context"],
    "render/vulkan/draw": ["render/common", "render/vulkan/context", "render/vulkan/image"],
    "render/vulkan/window": ["render/*"],
    "app/text": [],
    "app/files": ["gpu/files", *TEXT],
    "app/images": ["gpu/files", *FILES],
    "app/device": FILES,
    "app/texture": TEXTURE[1:],
    "app/scene": TEXTURE,
    "app/labs": ["app/images", *DEVICE],
    **{f"app/labs/{lab}": ["app/labs", *LIBRARIES] for lab in LABS},
    **{f"app/labs/{lab}/panel": [f"app/labs/{lab}", "app/labs", "app/window", "app/window/panels", *LIBRARIES] for lab in LABS},
    "app/labs/stream/experiments": LIBRARIES,
    "app/labs/kernel/worker": ["app/labs/kernel", "gpu/files", *LIBRARIES],
    "app/window": ["app/labs", *LIBRARIES],
    "app/window/panels": ["app/window", "app/labs", *LIBRARIES],
    "app/lessons": ["app/window", "app/labs", *(f"app/labs/{lab}" for lab in LABS), "app/labs/stream/experiments", *LIBRARIES],
    "app/lessons/panel": ["app/lessons", "app/window", "app/window/panels", "app/labs", *LIBRARIES],
    "app/conformance": LIBRARIES,
    "app/compare": IMAGES,
    "app/interop": ["render/*", "app/interop/shared", *LIBRARIES],
    "app/interop/shared": ["render/*", *LIBRARIES],
    "app/interop/presentation": ["render/*", "app/interop/shared", "app/labs/interop", *LIBRARIES],
    "app/interop/observation": ["render/*", "app/labs/interop", *INTEROP],
    "app/scenes": INTEROP,
    "app/sweep": ["app/scenes", *INTEROP],
    "app/stress": ["app/scenes", *INTEROP],
    "app/golden": ["app/compare", "app/scenes", *INTEROP],
    "app/cli": ["app/*"],
    "app/gui": ["app/*", "render/*"],
    "app/main.cpp": ["*"],
    "python": ["*"],
    "tools": [],
    "tests": ["*"],
}
# Copies are planned for layouts, which the layout lab works out.
ARROWS["app/labs/copy"].append("app/labs/layout")
ARROWS["app/labs/copy/panel"] += ["app/labs/layout", "app/labs/layout/panel"]
ARROWS["app/labs/stream"].append("app/labs/stream/experiments")
# The process that a kernel has for itself.
ARROWS["app/labs/kernel"].append("app/labs/kernel/worker")

# Rows that stand for the folders below them, too. All other folders have rows of their own.
WHOLE = ["gpu/include", "gpu/driver", "app/cli", "python", "tools", "tests"]

# Single files that need one arrow more than their folder, and why.
EXCEPTIONS = {
    "gpu/driver/open_driver.cpp": (["gpu/cpu", "gpu/cuda"], "the one place that names the devices"),
    "gpu/object/graphics/gl_context_box.h": (["gpu/graphics"], "keeps GL's functions"),
    "gpu/object/graphics/graphics_resource.cpp": (["gpu/graphics"], "names formats that CUDA refuses before the driver is asked"),
    "render/vulkan/context/context_state.h": (["render/vulkan/image"], "keeps the samplers that all images share"),
    "app/cli/doctor/doctor_checks.cpp": (["render/gl"], "tries each link by itself"),
}

# Headers of others that only some folders may include. Tests may include all.
FOREIGN = [
    (["cuda.h", "cudaGL.h", "cuda_gl_interop.h"], ["gpu/cuda"]),
    (["cuda_runtime.h", "cuda_runtime_api.h"], ["gpu/cuda", "gpu/include/texelscope/kernels"]),
    (["imgui*.h"], ["app/labs/*/panel", "app/lessons/panel", "app/window/panels", "app/gui"]),
    (["GLFW/*"], ["render", "app/gui"]),
    (["glad/*", "EGL/*", "KHR/*"], ["render"]),
    (["GL/*"], ["render", "gpu/graphics", "app/gui"]),
    (["vulkan/*"], ["render"]),
    (["CLI/*"], ["app/cli"]),
    (["seccomp.h"], ["app/labs/kernel/worker"]),
    (["stb_*", "stb/*"], ["app/images", "app/gui", "tools"]),
    (["pybind11/*", "Python.h"], ["python"]),
    (["gtest/*", "gmock/*"], ["tests"]),
]

# No file of the project is longer.
MAX_LINES = 500

# No folder holds more sources. The longest row that fits a folder counts.
MAX_SOURCES = {"": 60, "app": 40}

# What draws with Dear ImGui, and its one file that names colors.
PANELS = ["app/labs/*/panel/*", "app/lessons/panel/*", "app/window/panels/*"]
COLORS = "app/window/panels/theme_colors.h"

# The one place that writes files; the sources of these folders write through it. And what looks like writing elsewhere, and why.
WRITING = "gpu/files/*"
WRITERS = ["app/*", "gpu/*", "render/*", "python/*"]
NO_WRITERS = {
    "app/window/autosave.cpp": "moves a damaged session aside under a name that is free",
    "app/labs/kernel/worker/worker_process.cpp": "what a kernel prints goes to /dev/null",
    "gpu/cpu/memory/shared_file.cpp": "opens memory that another process shares, which lies in no folder",
    "gpu/cpu/program/host_compiler.cpp": "what the compiler says goes into its own temporary folder",
}

# Pages whose names of files in backticks exist, and the folders that their paths may be counted from. On other pages that holds
# for paths from the root.
PAGES = {"CONTRIBUTING.md": ["", "gpu/include/"], "README.md": [""], "gpu/DESIGN.md": ["gpu/", "gpu/include/texelscope/", ""]}

# What may not stand in any file: regular expression, and why. Written so that this file does not match itself.
FORBIDDEN = [
    (r"/" r"work/", "a path of a build machine"),
    (r"/" r"home/\w", "a path of a build machine"),
    (r"/" r"root/", "a path of a build machine"),
    (r"/" r"tmp/(?!\.X11-unix)[a-z]", "a path of a build machine; ask for a temporary folder"),
    (r"\bTO" r"DO\b|\bFIX" r"ME\b|\bXX" r"X\b", "unfinished work; finish it, or write an issue"),
]
