#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/library/compare_with_expected.h"
#include "app/compare/library/inner_types.h"
#include "app/compare/measures/limits.h"
#include "app/compare/report/report_pictures.h"
#include "app/compare/report/report_writer.h"
#include "app/compare/report/results.h"
#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "app/images/save_image.h"
#include "app/text/nearest_name.h"
#include "app/texture/texel_numbers.h"
#include "python/src/arguments.h"
#include "python/src/device_work.h"
#include "python/src/tensor_argument.h"
#include "texelscope/compare/expected_image.h"
#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// The array of a path or a tensor.
py::array to_array(const py::object& object) {
  const std::optional<std::filesystem::path> path = to_path(object);
  std::optional<gpu::StridedMemoryView> tensor = path ? std::nullopt : std::optional(to_tensor(object));
  run_unlocked([&] {
    tensor = !path                         ? on_host(*tensor)
             : path->extension() == ".npy" ? gpu::StridedMemoryView::from_npy(*path)
                                           : tensor_of(app::load_image(*path));
  });
  return to_numpy(*tensor);
}

/// A picture of (h, w) or (h, w, channels). @throws gpu::InvalidArgument for elements that pictures do not have.
app::Image to_picture(const py::object& array) {
  const gpu::StridedMemoryView tensor = to_tensor(array);
  const gpu::Dimensions& shape = tensor.layout().shape();
  const std::optional<gpu::DataType> type = tensor.type().data_type();
  if (!type || shape.size() < 2 || shape.size() > 3) {
    throw gpu::InvalidArgument("an array of " + to_string(tensor.type()) + " of shape " + to_string(shape) +
                               " is no picture: give (h, w) or (h, w, channels) of uint8, uint16 or float32");
  }
  return {static_cast<int>(shape[1]), static_cast<int>(shape[0]), shape.size() == 3 ? static_cast<int>(shape[2]) : 1,
          *type, app::texel_numbers(tensor, *type)};
}

double to_number(const py::handle& value, const std::string& name) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw py::type_error("the limit " + name + " cannot be " + type_name(value) + ": give a number");
  }
  return number;
}

/// The names of all limits, as Python has them.
std::vector<std::string_view> limit_names() {
  std::vector<std::string_view> names{"preset", "max_differing", "ignore_antialiasing"};
  for (const app::LimitDeclaration& limit : app::limit_declarations()) {
    names.emplace_back(limit.name);
  }
  return names;
}

/// A limit by its name. @throws TypeError for an unknown one, ValueError for a value out of its range.
void set_limit(app::Limits& limits, const std::string& name, const py::handle& value) {
  if (name == "max_differing") {
    limits.max_differing = app::parse_pixel_amount(py::str(value).cast<std::string>());
    return;
  }
  if (name == "ignore_antialiasing") {
    limits.ignores_antialiasing = value.cast<bool>();
    return;
  }
  for (const app::LimitDeclaration& limit : app::limit_declarations()) {
    if (name == limit.name) {
      const double number = to_number(value, name);
      if (!app::is_in_range(limit, number)) {
        const std::string range = app::range_text(limit);
        throw gpu::InvalidArgument(
            fmt::format("{} cannot be {}: give {}{}", name, number, limit.is_whole ? "" : "a number of ", range));
      }
      limits.*limit.member = number;
      return;
    }
  }
  const std::vector<std::string_view> names = limit_names();
  throw py::type_error("there is no limit '" + name + "'; " + app::advise_names(name, names, "limits"));
}

/// Limits by their names. A preset comes first, and the others replace what it says. None is a limit that is not given.
app::Limits to_limits(const py::dict& values) {
  app::Limits limits;
  if (values.contains("preset") && !values["preset"].is_none()) {
    limits = app::limits_of_preset(values["preset"].cast<std::string>());
  }
  for (const auto& [name, value] : values) {
    if (!value.is_none() && name.cast<std::string>() != "preset") {
      set_limit(limits, name.cast<std::string>(), value);
    }
  }
  return limits;
}

/// What `texelscope compare` finds of two pictures: its JSON, and the PNG files of the expected one, of the actual one
/// where it is another, and of FLIP.
py::tuple compare_pictures(const py::object& expected, const py::object& actual, const std::string& name,
                           const py::dict& limits, const py::object& report) {
  const app::ImagePair pair{name, to_picture(expected), to_picture(actual), {}, {}, {}};
  const std::optional<std::filesystem::path> folder = to_path(report);
  app::ComparisonOptions options;
  options.limits = to_limits(limits);
  options.measures_all = true;
  constexpr std::array<std::string_view, 3> kinds{"expected", "actual", "flip"};
  std::array<std::vector<std::byte>, 3> pictures;
  std::vector<app::PairResult> results;
  run_unlocked([&] {
    results.push_back(app::compare_pair(pair, options, app::KeepImages::yes));
    for (std::size_t index = 0; index < pictures.size(); ++index) {
      const app::ReportPicture* const picture = app::find_picture(results[0], kinds[index]);
      pictures[index] = picture != nullptr ? picture->bytes : std::vector<std::byte>();
    }
    if (folder) {
      app::write_report(*folder, {.title = name}, results);
    }
  });
  const py::object found = py::module_::import("json").attr("loads")(app::to_json(results));
  return py::make_tuple(found["pairs"][py::int_(0)], to_bytes(pictures[0]), to_bytes(pictures[1]),
                        to_bytes(pictures[2]));
}

compare::ImageView view_of(const app::Image& image) {
  const auto type = image.type == gpu::DataType::uint8    ? compare::ValueType::uint8
                    : image.type == gpu::DataType::uint16 ? compare::ValueType::uint16
                                                          : compare::ValueType::float32;
  return {image.pixels.data(), image.width, image.height, image.channels, type};
}

/// Compares a picture with the expected one of a test, as check_image() does: what it tells.
py::dict check_picture(const py::object& array, const std::string& name, const py::dict& limits,
                       const std::string& expected, const std::string& actual, bool updates,
                       const std::string& how_to_update) {
  const app::Image image = to_picture(array);
  const compare::Limits allowed = compare::to_public(to_limits(limits));
  compare::ImageCheck check;
  run_unlocked([&] {
    try {
      check = compare::check_image(view_of(image), name, allowed, {expected, actual, updates, how_to_update});
    } catch (const compare::Error& error) {
      throw app::FileError(error.what());
    }
  });
  py::dict found;
  found["passed"] = check.has_passed();
  found["updated"] = check.is_updated;
  found["text"] = check.text;
  found["is_same"] = check.result.figures && check.result.figures->differing_pixels == 0;
  return found;
}

/// Writes a picture as PNG, or floats as OpenEXR.
void save_picture(const std::string& path, const py::object& array) {
  const app::Image image = to_picture(array);
  run_unlocked([&] { app::save_image(path, image, {.png_bits = image.type == gpu::DataType::uint16 ? 16 : 8}); });
}

/// A page of pictures of tests, each (name in the report, folder, name there, path of the actual one, limits).
void write_session_report(const std::string& folder, const std::string& title, const py::list& pairs) {
  struct Pair {
    std::string name;
    std::string expected_folder;
    std::string expected_name;
    std::string actual;
    app::Limits limits;
  };
  std::vector<Pair> wanted;
  for (const py::handle& pair : pairs) {
    const auto fields = pair.cast<py::tuple>();
    wanted.push_back({fields[0].cast<std::string>(), fields[1].cast<std::string>(), fields[2].cast<std::string>(),
                      fields[3].cast<std::string>(), to_limits(fields[4].cast<py::dict>())});
  }
  run_unlocked([&] {
    std::vector<app::PairResult> results;
    for (const Pair& pair : wanted) {
      results.push_back(compare::compare_with_expected({pair.expected_folder, pair.expected_name, pair.limits},
                                                       app::load_image(pair.actual), app::KeepImages::yes)
                            .pair);
      results.back().name = pair.name;
    }
    app::sort_worst_first(results);
    app::write_report(folder, {.title = title}, results);
  });
}

}  // namespace

void bind_comparison(py::module_& module) {
  module.def("_to_array", &to_array, py::arg("object"));
  module.def("_compare_pictures", &compare_pictures, py::arg("expected"), py::arg("actual"), py::arg("name"),
             py::arg("limits"), py::arg("report") = py::none());
  module.def(
      "_check_limits", [](const py::dict& limits) { static_cast<void>(to_limits(limits)); }, py::arg("limits"));
  module.def("_check_picture", &check_picture, py::arg("array"), py::arg("name"), py::arg("limits"),
             py::arg("expected"), py::arg("actual"), py::arg("updates"), py::arg("how_to_update"));
  module.def("_limit_names", &limit_names);
  module.def("_save_picture", &save_picture, py::arg("path"), py::arg("array"));
  module.def("_write_session_report", &write_session_report, py::arg("folder"), py::arg("title"), py::arg("pairs"));
}

}  // namespace texelscope::python
