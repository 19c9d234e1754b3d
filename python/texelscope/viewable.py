"""Functions that accept tensors of any library, through one type."""

import functools
import inspect
import operator

from . import _native
from ._native import StridedMemoryView

PROTOCOLS = ("__dlpack__", "__cuda_array_interface__", "__array_interface__", "__dlpack_c_exchange_api__")


class ViewableArgument:
    """A tensor of any library, as passed to a function decorated with args_viewable_as_strided_memory: view(stream)
    returns its StridedMemoryView; obj is the tensor itself."""

    __slots__ = ("obj",)

    def __init__(self, obj):
        _native._require_unmasked(obj)
        if not any(hasattr(obj, protocol) for protocol in PROTOCOLS):
            raise BufferError(f"{type(obj).__name__} cannot be viewed: it has none of {', '.join(PROTOCOLS)}; pass an array, such as "
                              "numpy.asarray(…)")
        self.obj = obj

    def view(self, stream=None):
        """The view, through the fastest interface of the tensor. `stream` is the stream that will use it, as for
        texelscope.view."""
        return StridedMemoryView.from_any_interface(self.obj, stream)

    def __repr__(self):
        return f"ViewableArgument({type(self.obj).__name__})"


def parameter_names(function, indices):
    """The names of a function's positional parameters at these indices; None for one of *args, or if unknown."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):  # C functions may not declare their parameters
        return [None] * len(indices)
    positional = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    is_open = any(each.kind is each.VAR_POSITIONAL for each in parameters)
    for index in indices:
        if index >= len(positional) and not is_open:
            raise ValueError(f"{function.__qualname__}() has no positional argument {index}: it takes {len(positional)}, counted from 0")
    return [positional[index].name if index < len(positional) else None for index in indices]


def args_viewable_as_strided_memory(arg_indices):
    """A decorator that passes these positional arguments, counted from 0, as ViewableArguments, whose
    view(stream) is the StridedMemoryView of a tensor of any library. Arguments passed by name are converted, too;
    omitted arguments remain omitted."""
    indices = tuple(operator.index(index) for index in arg_indices)
    if any(index < 0 for index in indices):
        raise ValueError(f"arguments are counted from 0, but {min(indices)} is negative")

    def decorate(function):
        places = list(zip(indices, parameter_names(function, indices)))

        @functools.wraps(function)
        def call(*positional, **named):
            positional = list(positional)
            for index, name in places:
                if index < len(positional):
                    positional[index] = ViewableArgument(positional[index])
                elif name in named:
                    named[name] = ViewableArgument(named[name])
            return function(*positional, **named)

        return call

    return decorate
