import os
from typing import Any, Callable, Iterable, Literal, Sequence

import numpy

_Device = str | None
_Path = str | os.PathLike[str]

__version__: str

class StridedLayout:
    """The memory layout of a tensor, like StridedLayout of cuda.core. Sizes are in elements unless a name
    says bytes. Invalid arguments raise ValueError or TypeError."""

    def __init__(self, shape: Sequence[int], strides: Sequence[int] | None, itemsize: int, divide_strides: bool = False) -> None: ...
    @staticmethod
    def dense(shape: Sequence[int], itemsize: int, stride_order: str | Sequence[int] = "C") -> StridedLayout: ...
    @staticmethod
    def dense_like(other: StridedLayout, stride_order: str | Sequence[int] = "K") -> StridedLayout: ...
    @property
    def ndim(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...] | None:
        """None if they were omitted at construction (C order)."""
    @property
    def strides_in_bytes(self) -> tuple[int, ...] | None: ...
    @property
    def stride_order(self) -> tuple[int, ...]: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def volume(self) -> int: ...
    @property
    def slice_offset(self) -> int: ...
    @property
    def slice_offset_in_bytes(self) -> int: ...
    @property
    def is_unique(self) -> bool: ...
    @property
    def is_contiguous_c(self) -> bool: ...
    @property
    def is_contiguous_f(self) -> bool: ...
    @property
    def is_contiguous_any(self) -> bool: ...
    @property
    def is_dense(self) -> bool: ...
    @property
    def offset_bounds(self) -> tuple[int, int]:
        """(0, -1) if the layout is empty."""
    @property
    def min_offset(self) -> int: ...
    @property
    def max_offset(self) -> int: ...
    def required_size_in_bytes(self) -> int: ...
    def flattened_axis_mask(self) -> int: ...
    def to_dense(self, stride_order: str | Sequence[int] = "K") -> StridedLayout: ...
    def reshaped(self, shape: Sequence[int]) -> StridedLayout: ...
    def permuted(self, axis_order: Sequence[int]) -> StridedLayout: ...
    def flattened(self, start_axis: int = 0, end_axis: int = -1, mask: int | None = None) -> StridedLayout: ...
    def squeezed(self) -> StridedLayout: ...
    def unsqueezed(self, axis: int | Sequence[int]) -> StridedLayout: ...
    def broadcast_to(self, shape: Sequence[int]) -> StridedLayout: ...
    def repacked(self, itemsize: int, data_ptr: int = 0, axis: int = -1, keep_dim: bool = True) -> StridedLayout: ...
    def max_compatible_itemsize(self, max_itemsize: int = 16, data_ptr: int = 0, axis: int = -1) -> int: ...
    def sliced(self, slices: int | slice | tuple[int | slice, ...]) -> StridedLayout: ...
    def __getitem__(self, slices: int | slice | tuple[int | slice, ...]) -> StridedLayout: ...
    def __eq__(self, other: object) -> bool: ...

class StridedMemoryView:
    """A view of a tensor of any library, without copying. It keeps the memory alive. Raises BufferError for tensors that
    cannot be shared.

    A stream is 0 or 1 (the legacy default stream), 2 (the per-thread one), the address of a CUstream, or an object with
    __cuda_stream__; -1 skips the ordering. GPU memory needs a stream, host memory does not. All constructors read PyTorch
    tensors through PyTorch's stable functions."""

    __dlpack_c_exchange_api__: object
    __c_dlpack_exchange_api__: object
    def __init__(self, obj: Any = None, stream: Any = None) -> None: ...
    @staticmethod
    def from_dlpack(obj: Any, stream: Any = None) -> StridedMemoryView: ...
    @staticmethod
    def from_cuda_array_interface(obj: Any, stream: Any = None) -> StridedMemoryView: ...
    @staticmethod
    def from_array_interface(obj: Any, stream: Any = None) -> StridedMemoryView: ...
    @staticmethod
    def from_any_interface(obj: Any, stream: Any = None) -> StridedMemoryView: ...
    @staticmethod
    def from_buffer(buffer: Any, shape: Sequence[int], strides: Sequence[int] | None = None, *, itemsize: int | None = None,
                    dtype: Any = None, is_readonly: bool = False) -> StridedMemoryView:
        """Views an object with Python's buffer protocol, or a Buffer of cuda.core, whose size may be unknown; strides are in
        elements. If only the itemsize is specified, the view has no dtype."""
    @property
    def ptr(self) -> int:
        """The address of the element at offset 0 of the layout."""
    @property
    def device_id(self) -> int:
        """-1 for memory that only the host can access."""
    @property
    def is_device_accessible(self) -> bool: ...
    @property
    def exporting_obj(self) -> Any: ...
    @property
    def readonly(self) -> bool: ...
    @property
    def size(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...] | None: ...
    @property
    def dtype(self) -> numpy.dtype[Any] | None:
        """None if the view has no type. Raises NotImplementedError if neither NumPy nor ml_dtypes has the type."""
    @property
    def _layout(self) -> StridedLayout: ...
    def view(self, layout: StridedLayout | None = None, dtype: Any = None) -> StridedMemoryView: ...
    def copy_from(self, other: Any, stream: Any = None, allocator: None = None, blocking: bool | None = None) -> None:
        """Copies the elements of another tensor of the same shape and itemsize, with any layout, in stream order. By default,
        copies between host and GPU block, and copies within a GPU do not."""
    def copy_to(self, other: Any, stream: Any = None, allocator: None = None, blocking: bool | None = None) -> None: ...
    def __dlpack__(self, *, stream: int | None = None, max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> object:
        """Makes the consumer's stream (never 0 in DLPack) wait for the work on the stream of the view."""
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, numpy.dtype[Any]]:
        """The same memory as an array, for numpy.asarray(). Raises BufferError for memory that the host cannot access; and
        ValueError for copy=False if the dtype requires a copy."""

def view(obj: Any, stream: Any = None) -> StridedMemoryView:
    """Returns a view of a tensor, through the fastest interface that it has: PyTorch's stable functions, the DLPack exchange
    functions, __dlpack__, or an array interface. `stream` is the consumer's stream, which waits for the producer's work."""

class ViewableArgument:
    """A tensor of any library, as passed to a function decorated with args_viewable_as_strided_memory."""

    obj: Any
    def __init__(self, obj: Any) -> None: ...
    def view(self, stream: Any = None) -> StridedMemoryView:
        """The view, through the fastest interface, for use on this stream."""

def args_viewable_as_strided_memory(arg_indices: Iterable[int]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that passes these positional arguments, counted from 0, as ViewableArguments."""

def sample(texels: Any, coords: Any, *, device: _Device = "cpu", dims: int | None = None,
           kind: Literal["plain", "layered", "cube", "layered_cube"] | None = None,
           resource: Literal["array", "linear", "pitch2d"] | None = None, format: str | None = None,
           address: str | Sequence[str] | None = None, filter: Literal["point", "linear"] | None = None,
           read: Literal["element", "normalized"] | None = None, border: float | Sequence[float] | None = None,
           mip_filter: Literal["point", "linear"] | None = None, mip_levels: int | Literal["all"] | None = None,
           mip_bias: float | None = None, mip_clamp: Sequence[float] | None = None, anisotropy: int | None = None,
           gather: int | None = None, normalized_coords: bool | None = None, srgb: bool | None = None,
           seamless: bool | None = None, no_trilinear_optimization: bool | None = None,
           ignore_orientation: bool | None = None, part: str | None = None, straight: bool | None = None,
           gradients: bool | None = None) -> numpy.ndarray[Any, numpy.dtype[Any]]:
    """Samples a texture at coordinates, as the texture unit does, and returns the results, of shape (N, channels). The
    options are those of `texelscope sample`; "cpu" is the model of the texture unit, "cuda:0" the hardware. A
    RuntimeWarning names fetches of the model that were not compared with a GPU's."""

def render(scene: str, frame: int | None = None, *, frames: Iterable[int] | None = None,
           size: tuple[int, int] = (1280, 720), device: _Device = None, input: Any = None,
           **parameters: str | float | bool) -> numpy.ndarray[Any, numpy.dtype[numpy.uint8]]:
    """Renders a frame of a scene, of shape (height, width, 4), or with `frames` several, of shape (n, height, width, 4): the
    pixels that `texelscope render` writes."""

def scenes() -> dict[str, dict[str, Any]]:
    """Returns the scenes by name: title, what each teaches, and its parameters with their kinds, ranges and defaults."""

class Picture:
    """A picture in memory, which Jupyter displays."""

    def save(self, path: _Path) -> None:
        """Writes a PNG file."""

class Pictures(tuple[Picture, ...]):
    """Several pictures, which Jupyter displays side by side."""

class Window:
    """A window in a separate thread. It displays changes in the tensors' memory, and releases the tensors when it is
    closed, by close() or by the user."""

    @property
    def is_open(self) -> bool: ...
    def close(self) -> None:
        """Closes the window and waits until it is closed. Does nothing if it is closed already."""
    def wait(self, timeout: float | None = None) -> bool:
        """Waits until the window is closed, or for `timeout` seconds, and returns whether it is closed. Raises an error of
        the window's thread, once."""

def show(*tensors: Any, name: str | Sequence[str] | None = None, block: bool | None = None, device: _Device = None,
         renderer: Literal["gl", "vulkan"] = "gl", size: tuple[int, int] = (1280, 720),
         axes: tuple[int | None, int | None] = ..., channels: int | None = ..., index: Sequence[int] = ...,
         part: Literal["magnitude", "phase", "real", "imaginary"] = ...,
         map: Literal["night", "ember", "gray", "balance", "cycle"] = ...,
         range: tuple[float, float] | Literal["slice", "tensor", "percentile", "type"] = ..., percentile: float = ...,
         symmetric: bool = ...) -> Window | Picture | Pictures | None:
    """Opens a window on tensors, or on the tensors of a dict, in this process, without copying. block: True waits until it is
    closed, False returns a Window (default: False if Python is interactive). In a notebook, or without a display,
    returns a picture instead."""

def watch(name: str, array: Any, *, always: bool = False) -> Literal["sent", "skipped", "not watched"]:
    """Shows an array's current elements in texelscope's window, if one is open: of NumPy, PyTorch, CuPy or anything else with
    __dlpack__, an array interface or Python's buffer protocol, or a number. "skipped": copies have taken 1 % of the
    program's time; always=True copies nevertheless. "not watched": no window is open; that takes less than 1 µs. A window
    is looked for from the first call on. Raises ValueError or BufferError for arrays that cannot be shown, TypeError for
    a name that is no str."""

def is_watched() -> bool:
    """Whether watch() may have an effect, for programs that compute an array only to show it."""

def end_watch(name: str) -> None:
    """Ends an array: the window keeps what it has and marks it as ended."""

def wait_for_window(seconds: float = 1.0) -> bool:
    """Waits until a window listens, at most this long, and returns whether one does. For short programs, which would end
    before."""

class Watcher:
    """A callback for training loops: watcher(step, loss_map=…, weights=…) shows these arrays at every `every`-th step. A
    function in place of an array is called at such steps only, if a window is open, and returns the array. Showing takes
    at most 1 % of the time, so that steps are left out; always=True shows each such step."""

    every: int
    always: bool
    def __init__(self, every: int = 100, *, always: bool = False) -> None: ...
    def __call__(self, step: int, /, **arrays: Any) -> None: ...

class watching:
    """Shows the arrays among a function's variables as "function.variable". In a with statement, when its block ends, also
    by an exception, and whenever the function that it returns is called. As a decorator, after each call: the arguments
    and the result ("function.return"). Nothing is traced. Showing takes at most 1 % of the time, and the last state of a
    block is shown as well, unless blocks follow one another so fast that it would take more. `name` replaces the function's name."""

    def __init__(self, name: str | None = None) -> None: ...
    def __enter__(self) -> Callable[[], None]: ...
    def __exit__(self, *error: object) -> None: ...
    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]: ...

class Comparison:
    """The result of compare(). It is true if the arrays are equal within the limits. Figures that do not apply are None."""

    passed: bool
    failures: tuple[str, ...]
    shape: tuple[int, ...] | None
    type: str | None
    elements: int | None
    differing_elements: int | None
    max_error: float | None
    mean_error: float | None
    max_error_index: tuple[int, ...] | None
    width: int | None
    height: int | None
    pixels: int | None
    differing_pixels: int | None
    failing_pixels: int | None
    antialiased_pixels: int | None
    cluster_count: int | None
    clusters: list[dict[str, Any]] | None
    max_error_at: list[int] | None
    max_color_difference: float | None
    psnr: float | None
    ssim: float | None
    flip: dict[str, float] | None
    def __bool__(self) -> bool: ...
    def picture(self) -> Picture | None:
        """FLIP for images, the absolute difference for other arrays."""

def compare(
    expected: Any,
    actual: Any,
    *,
    report: _Path | None = None,
    preset: Literal["exact", "visual"] | None = None,
    max_error: float | None = None,
    max_color_difference: float | None = None,
    ignore_antialiasing: bool | None = None,
    max_area_difference: float | None = None,
    max_line_difference: float | None = None,
    max_contrast_change: float | None = None,
    max_shape_difference: float | None = None,
    max_differing: int | str | None = None,
    max_cluster: float | None = None,
    max_mean: float | None = None,
    max_flip: float | None = None,
    max_flip_95: float | None = None,
    max_flip_99: float | None = None,
    max_flip_peak: float | None = None,
    min_ssim: float | None = None,
    min_psnr: float | None = None,
) -> Comparison:
    """Compares two arrays, or the files at two paths. `report` is a folder for a report page of two images.
    The limits are those of `texelscope compare` (default: max_error=0)."""
