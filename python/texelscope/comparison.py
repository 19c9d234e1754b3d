"""Comparison of arrays."""

import html
import os

import numpy

from . import _native
from .picture import Picture, figure

_PICTURE_TYPES = ("uint8", "uint16", "float32")


class Comparison:
    """The result of compare(). It is true if the arrays are equal within the limits.

    For all arrays: passed, failures (strings), shape, type, elements, differing_elements, max_error, mean_error, and
    max_error_index. For images, also the figures of `texelscope compare --json`: width, height, pixels, differing_pixels,
    failing_pixels, antialiased_pixels, cluster_count, clusters (of adjacent failing pixels, largest first:
    bounds (x, y, width, height), pixels, max_error), max_error_at (x, y), max_color_difference, psnr and ssim (None if
    infinite), and flip (mean, weighted_median, percentile_95, percentile_99, max). Figures that do not apply are None.
    """

    def __init__(self, figures, pictures):
        self._pictures = pictures
        for name in ("shape", "type", "elements", "differing_elements", "max_error", "mean_error", "max_error_index",
                     "width", "height", "pixels", "differing_pixels", "failing_pixels", "antialiased_pixels",
                     "cluster_count", "clusters", "max_error_at", "max_color_difference", "psnr", "ssim", "flip"):
            setattr(self, name, figures.get(name))
        self.failures = tuple(figures["failures"])
        self.passed = not self.failures

    def __bool__(self):
        return self.passed

    def __repr__(self):
        return f"Comparison(passed={self.passed}, {self._summary()})"

    def _summary(self):
        return "; ".join(self.failures) or _summary(self.elements, self.differing_elements, self.max_error,
                                                    self.max_error_index)

    def picture(self):
        """The difference as a Picture: for images FLIP, white where they differ most; for other arrays the absolute
        difference, in the slice where it is largest. None if nothing differs."""
        return self._pictures.get("difference")

    def _repr_png_(self):
        picture = self.picture()
        return None if picture is None else picture._repr_png_()

    def _repr_html_(self):
        parts = [f"<p><b>{'equal' if self.passed else 'different'}</b>: {html.escape(self._summary())}</p>"]
        parts += [figure(picture, name) for name, picture in self._pictures.items()]
        return "".join(parts)


def _summary(elements, differing, max_error, index):
    if not differing:
        return f"{elements} equal elements"
    return f"{differing} of {elements} elements differ, by up to {max_error:g} at {index}"


def _is_picture(array):
    return (array.dtype.name in _PICTURE_TYPES and array.size > 0
            and (array.ndim == 2 or (array.ndim == 3 and 1 <= array.shape[2] <= 4)))


def _wide(array):
    """The numbers in a type whose differences are exact, or nearly so: Python integers if 64 bits do not suffice."""
    if array.dtype.kind in "biu":
        return array.astype(numpy.int64 if array.dtype.itemsize < 8 else object)
    return array.astype(numpy.clongdouble if array.dtype.kind == "c" else numpy.longdouble)


def _errors(expected, actual):
    """The absolute differences, as float64: two NaNs are equal; a NaN is infinitely far from any number."""
    if expected.dtype.kind in "biu":
        # The difference of two arrays without axes is a number.
        return numpy.asarray(abs(_wide(expected) - _wide(actual))).astype(numpy.float64)
    wide = _wide(expected), _wide(actual)
    with numpy.errstate(invalid="ignore", over="ignore"):
        errors = numpy.where(wide[0] == wide[1], 0, abs(wide[0] - wide[1]))
    # Infinity minus infinity, in one part of a complex number.
    errors = numpy.where(numpy.isnan(errors), numpy.inf, errors)
    nans = numpy.isnan(wide[0]), numpy.isnan(wide[1])
    errors = numpy.where(nans[0] & nans[1], 0, numpy.where(nans[0] | nans[1], numpy.inf, errors))
    return errors.astype(numpy.float64)


def _differing(expected, actual):
    """The number of elements that differ in any bit; two NaNs are equal."""
    size = expected.dtype.itemsize
    bytes_of = [numpy.ascontiguousarray(array).view(numpy.uint8).reshape(-1, size) for array in (expected, actual)]
    differ = (bytes_of[0] != bytes_of[1]).any(axis=1)
    if expected.dtype.kind not in "biu":
        differ &= ~(numpy.isnan(_wide(expected)) & numpy.isnan(_wide(actual))).reshape(-1)
    return int(differ.sum())


def _load(what, role):
    _native._require_unmasked(what)
    array = what if isinstance(what, numpy.ndarray) else _native._to_array(what)
    if array.dtype.kind not in "biufc":
        raise TypeError(f"{role} has dtype {array.dtype}, which is not numeric; convert it with .astype(numpy.float32)")
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _name(what):
    return what if isinstance(what, str) else os.fspath(what) if hasattr(what, "__fspath__") else "array"


def _elementwise(expected, actual):
    figures = {"shape": expected.shape, "type": expected.dtype.name, "elements": expected.size, "differing_elements": 0,
               "max_error": 0.0, "mean_error": 0.0, "max_error_index": None}
    if expected.size == 0:
        return figures, None
    errors = _errors(expected, actual)
    at = numpy.unravel_index(int(errors.argmax()), errors.shape)
    figures.update(differing_elements=_differing(expected, actual), max_error=float(errors[at]),
                   mean_error=float(errors.mean()), max_error_index=tuple(int(index) for index in at))
    return figures, errors


def _picture_of_errors(errors, index):
    # texelscope_compare cannot draw other arrays than images.
    if not hasattr(_native, "_tensor_picture"):
        return None
    png, text = _native._tensor_picture(errors, {"index": index, "map": "ember"}, "cpu")
    return Picture(png, f"difference: {text}")


# The limits that apply to all arrays.
_ELEMENT_LIMITS = ("max_error", "max_mean", "max_differing")


def _elements_failures(figures, errors, limits):
    """A failure for each exceeded limit of those that apply to all arrays."""
    failures = []
    max_error = limits.get("max_error", 0 if "max_differing" in limits or not limits else None)
    if max_error is not None:
        failing = figures["differing_elements"] and int((errors > max_error).sum())
        amount = str(limits.get("max_differing", 0))
        allowed = float(amount.rstrip("%")) * (figures["elements"] / 100 if amount.endswith("%") else 1)
        if failing > allowed:
            found = (figures[name] for name in ("elements", "differing_elements", "max_error", "max_error_index"))
            failures.append(f"{_summary(*found)}, above {max_error:g}"
                            + (f"; {failing} elements fail, more than {amount}" if "max_differing" in limits else ""))
    if figures["mean_error"] > limits.get("max_mean", numpy.inf):
        failures.append(f"the mean error is {figures['mean_error']:g}, above {limits['max_mean']:g}")
    return failures


def compare(expected, actual, *, report=None, **limits):
    """Compares two arrays and returns a Comparison, which is true if they are equal within the limits (default:
    max_error=0).

    Accepts arrays of any library and rank, views, or paths of images and .npy files. Arrays whose shapes or types differ are
    unequal. Images, (h, w) or (h, w, channels) of uint8, uint16 or float32, are compared like
    `texelscope compare`, with the same limits: preset="visual", max_error=1, max_color_difference=2,
    ignore_antialiasing=True, max_differing=12 or "0.5%", max_cluster=4, max_flip=0.01, min_ssim=0.99, … For other arrays,
    the limits are max_error, max_mean and max_differing. report: a folder for a report page, index.html (images only).
    """
    limits = {name: value for name, value in limits.items() if value is not None}
    _native._check_limits(limits)
    arrays = _load(expected, "expected"), _load(actual, "actual")
    if arrays[0].shape != arrays[1].shape:
        return Comparison({"failures": [f"the shape is {arrays[1].shape}, not {arrays[0].shape}"]}, {})
    if arrays[0].dtype != arrays[1].dtype:
        return Comparison({"failures": [f"the elements are {arrays[1].dtype}, not {arrays[0].dtype}"]}, {})
    figures, errors = _elementwise(*arrays)
    figures["failures"] = []
    pictures = {}
    if all(_is_picture(array) for array in arrays):
        found, *png = _native._compare_pictures(*arrays, f"{_name(expected)} and {_name(actual)}",
                                                limits or {"max_error": 0}, report)
        # Infinite figures are None in `found`.
        figures.update((key, value) for key, value in found.items() if value is not None)
        names = "expected", "actual", "difference"
        pictures = {name: Picture(data, name) for name, data in zip(names, png) if data}
        return Comparison(figures, pictures)
    if report is not None:
        raise ValueError(f"a report needs images, (h, w) or (h, w, channels) of uint8, uint16 or float32, not an "
                         f"array of {arrays[0].dtype} of shape {arrays[0].shape}")
    if others := sorted(set(limits) - set(_ELEMENT_LIMITS)):
        raise ValueError(f"{others[0]} applies only to images; for an array of {arrays[0].dtype} of shape {arrays[0].shape}, use "
                         f"{', '.join(_ELEMENT_LIMITS)}")
    figures["failures"] = _elements_failures(figures, errors, limits)
    if figures["differing_elements"]:
        picture = _picture_of_errors(errors, figures["max_error_index"])
        pictures = {"difference": picture} if picture else {}
    return Comparison(figures, pictures)
