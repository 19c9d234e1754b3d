#include "python/src/tensor_argument.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include "app/text/nearest_name.h"
#include "app/text/setting_text.h"
#include "python/src/arguments.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

using app::TensorView;
using Shape = std::vector<std::int64_t>;

std::string text_of(py::handle value) { return py::repr(value).cast<std::string>(); }

/// None: −1.
int to_axis(py::handle value, const char* option, const Shape& shape) {
  if (value.is_none()) {
    return -1;
  }
  const auto rank = static_cast<std::int64_t>(shape.size());
  const std::int64_t axis = to_int64(value, option);
  if (axis < -rank || axis >= rank) {
    throw py::value_error(std::string(option) + " cannot name axis " + std::to_string(axis) + " of a tensor of " +
                          std::to_string(rank) + " axes");
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

void take_axes(TensorView& view, py::handle value, const Shape& shape) {
  if (!py::isinstance<py::sequence>(value) || py::isinstance<py::str>(value) || py::len(value) != 2) {
    throw py::type_error("axes cannot be " + text_of(value) +
                         "; use (rows, columns), with None for a single row or "
                         "column");
  }
  const auto axes = py::reinterpret_borrow<py::sequence>(value);
  view.row_axis = to_axis(axes[0], "axes", shape);
  view.column_axis = to_axis(axes[1], "axes", shape);
  if (view.row_axis >= 0 && view.row_axis == view.column_axis) {
    throw py::value_error("axes cannot be " + text_of(value) + "; rows and columns must be different axes");
  }
  if (view.channel_axis == view.row_axis || view.channel_axis == view.column_axis) {
    view.channel_axis = -1;
  }
}

void take_channels(TensorView& view, py::handle value, const Shape& shape) {
  view.channel_axis = to_axis(value, "channels", shape);
  if (view.channel_axis < 0) {
    return;
  }
  const std::int64_t extent = shape[static_cast<std::size_t>(view.channel_axis)];
  if (!app::can_be_channels(extent)) {
    throw py::value_error("channels cannot be axis " + text_of(value) + ", whose extent is " + std::to_string(extent) +
                          "; use an axis of extent 1 to 4");
  }
  if (view.channel_axis == view.row_axis || view.channel_axis == view.column_axis) {
    throw py::value_error("channels cannot be axis " + text_of(value) +
                          ", which is used for rows or columns; pass other axes, too");
  }
}

void take_index(TensorView& view, py::handle value, const Shape& shape) {
  const gpu::Dimensions index = to_dimensions(value, "index");
  if (index.size() != shape.size()) {
    throw py::value_error("index cannot be " + text_of(value) + "; use one number for each of the " +
                          std::to_string(shape.size()) + " axes; the numbers of displayed axes are ignored");
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t extent = shape[axis];
    if (index[axis] < -extent || index[axis] >= std::max<std::int64_t>(extent, 1)) {
      throw py::value_error("index " + std::to_string(index[axis]) + " is outside axis " + std::to_string(axis) +
                            ", whose extent is " + std::to_string(extent));
    }
    view.index[axis] = index[axis] < 0 ? index[axis] + extent : index[axis];
  }
}

/// A choice by its name in session files.
template <class Value>
void take_name(Value& choice, py::handle value, const char* option, std::span<const std::string_view> names) {
  app::take_choice(option, py::isinstance<py::str>(value) ? value.cast<std::string>() : text_of(value), names, choice);
}

void take_range(TensorView& view, py::handle value) {
  if (py::isinstance<py::str>(value)) {
    take_name(view.rule, value, "range", app::range_rule_names);
    return;
  }
  if (!py::isinstance<py::sequence>(value) || py::len(value) != 2) {
    throw py::type_error("range cannot be " + text_of(value) + "; use (lowest, highest), or a rule such as 'tensor'");
  }
  const auto ends = py::reinterpret_borrow<py::sequence>(value);
  view.rule = app::RangeRule::typed;
  view.typed = {ends[0].cast<double>(), ends[1].cast<double>()};
  if (!(view.typed.lowest < view.typed.highest) || !std::isfinite(view.typed.highest - view.typed.lowest)) {
    throw py::value_error("range cannot be " + text_of(value) + "; use two finite numbers, the lower one first");
  }
}

void take_percentile(TensorView& view, py::handle value) {
  view.percentile = value.cast<double>();
  view.rule = app::RangeRule::percentile;
  if (!(view.percentile >= 0 && view.percentile <= 50)) {
    throw py::value_error("percentile cannot be " + text_of(value) + "; use a number from 0 to 50");
  }
}

struct Option {
  std::string_view name;
  void (*take)(TensorView& view, py::handle value, const Shape& shape);
};

/// The options, in the order in which they are applied.
constexpr std::array<Option, 8> known{
    {{"axes", take_axes},
     {"channels", take_channels},
     {"index", take_index},
     {"part", [](TensorView& view, py::handle value,
                 const Shape&) { take_name(view.part, value, "part", app::complex_part_names); }},
     {"map", [](TensorView& view, py::handle value,
                const Shape&) { take_name(view.map, value, "map", app::color_map_names()); }},
     {"percentile", [](TensorView& view, py::handle value, const Shape&) { take_percentile(view, value); }},
     {"range", [](TensorView& view, py::handle value, const Shape&) { take_range(view, value); }},
     {"symmetric", [](TensorView& view, py::handle value, const Shape&) { view.is_symmetric = value.cast<bool>(); }}}};

void require_known(const std::string& name) {
  if (std::ranges::find(known, name, &Option::name) == known.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(known, std::back_inserter(names), &Option::name);
    throw py::type_error("show() has no option '" + name + "'; " + app::advise_names(name, names, "options of a view"));
  }
}

}  // namespace

app::TensorView to_tensor_view(const py::dict& options, const gpu::StridedMemoryView& tensor) {
  for (const auto& [name, value] : options) {
    require_known(name.cast<std::string>());
  }
  TensorView view;
  app::settle(view, tensor);
  const Shape shape = app::values_shape(tensor);
  for (const Option& option : known) {
    if (!options.contains(option.name.data())) {
      continue;
    }
    try {
      option.take(view, options[option.name.data()], shape);
    } catch (const py::cast_error&) {
      throw py::type_error(std::string(option.name) + " cannot be " + text_of(options[option.name.data()]));
    }
  }
  app::settle(view, tensor);
  return view;
}

}  // namespace texelscope::python
