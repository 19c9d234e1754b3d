"""Which folders may include which. A folder is the longest prefix below that fits a file's path.

Headers of the project are named from its root; the public ones, which stand in gpu/include/, by "texelscope/…". A folder
may always include itself.
"""

# What stands at the root of the public headers, as seen by an #include.
PUBLIC_ROOT = "gpu/include/"
PUBLIC_PREFIX = "texelscope/"

# Folder: the folders whose headers it may include.
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
    "app/core": ["gpu/include"],
    "app/compare": ["app/core", "gpu/include"],
    "app/interop": ["app/core", "gpu/include", "render"],
    "app/scenes": ["app/core", "app/interop", "gpu/include"],
    "app/sweep": ["app/core", "app/interop", "app/scenes", "gpu/include"],
    "app/stress": ["app/core", "app/interop", "app/scenes", "gpu/include"],
    "app/golden": ["app/compare", "app/core", "app/interop", "app/scenes", "gpu/include"],
    "app/cli": ["app/compare", "app/core", "app/golden", "app/interop", "app/scenes", "app/stress", "app/sweep", "gpu/include"],
    "app/panels": ["app/core", "gpu/include"],
    "app/explore": ["app/core", "app/interop", "app/panels", "app/scenes", "gpu/include", "render"],
    "app/main.cpp": ["*"],
    "python": ["*"],
    "tools": [],
    "tests": ["*"],
}

# Single files that need one arrow more than their folder, and why.
EXCEPTIONS = {
    "gpu/driver/open_driver.cpp": (["gpu/cpu", "gpu/cuda"], "the one place that names the devices"),
    "gpu/object/gl_context_box.h": (["gpu/graphics"], "keeps GL's functions"),
    "gpu/object/graphics_resource.cpp": (["gpu/graphics"], "names formats that CUDA refuses before the driver is asked"),
    "app/cli/doctor_checks.cpp": (["render"], "tries each link by itself"),
}

# Headers of others that only some folders may include: a regular expression, and the folders.
FOREIGN = [
    (r"cuda\.h|cudaGL\.h|cuda_gl_interop\.h", ["gpu/cuda"]),
    (r"cuda_runtime(_api)?\.h", ["gpu/cuda", "gpu/include/texelscope/kernels"]),
    (r"imgui.*\.h", ["app/panels", "app/explore"]),
    (r"GLFW/.*", ["render", "app/explore"]),
    (r"(glad|EGL|KHR)/.*", ["render"]),
    (r"GL/.*", ["render", "gpu/graphics", "app/explore"]),
    (r"vulkan/.*", ["render"]),
    (r"CLI/.*", ["app/cli"]),
    (r"stb_.*", ["app/core", "tools"]),
    (r"pybind11/.*|Python\.h", ["python"]),
    (r"gtest/.*|gmock/.*", ["tests"]),
]

# No file of the project is longer.
MAX_LINES = 500

# The file of the panels that names colours.
COLORS = "app/panels/theme_colors.h"

# What may not stand in any file: regular expression, and why. Written so that this file does not match itself.
FORBIDDEN = [
    (r"/" r"work/", "a path of a build machine"),
    (r"/" r"home/\w", "a path of a build machine"),
    (r"/" r"root/", "a path of a build machine"),
    (r"/" r"tmp/(?!\.X11-unix)[a-z]", "a path of a build machine; ask for a temporary folder"),
    (r"\bTO" r"DO\b|\bFIX" r"ME\b|\bXX" r"X\b", "unfinished work; finish it, or write an issue"),
]
