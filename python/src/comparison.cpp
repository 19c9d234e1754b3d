#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/compare/compare_pair.h"
#include "app/compare/library/check_in_report.h"
#include "app/compare/library/inner_types.h"
#include "app/compare/measures/limits.h"
#include "app/compare/report/report_pictures.h"
#include "app/compare/report/report_writer.h"
#include "app/compare/report/results.h"
#include "app/compare/report/saved_report.h"
#include "app/compare/rules/unused_images.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "app/text/nearest_name.h"
#include "python/src/arguments.h"
#include "python/src/interpreter_lock.h"
#include "texelscope/compare/expected_image.h"
#include "texelscope/compare/image.h"
#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

bool is_picture_type(const std::optional<gpu::DataType>& type) {
  return type == gpu::DataType::uint8 || type == gpu::DataType::uint16 || type == gpu::DataType::float32;
}

bool is_picture_shape(const gpu::Dimensions& shape) {
  return (shape.size() == 2 || (shape.size() == 3 && shape[2] >= 1 && shape[2] <= 4)) &&
         app::is_image_size(shape[1], shape[0]);
}

/// An image of shape (h, w) or (h, w, channels). @throws gpu::InvalidArgument for shapes and element types that images
/// do not support.
app::Image to_picture(const py::array& array) {
  const gpu::Dimensions shape{std::span<const py::ssize_t>(array.shape(), static_cast<std::size_t>(array.ndim()))};
  const auto name = py::str(array.dtype().attr("name")).cast<std::string>();
  const std::optional<gpu::DataType> type = gpu::data_type_from_string(name);
  if (!is_picture_type(type)) {
    throw gpu::InvalidArgument("an array of " + name +
                               " cannot be compared as an image; convert it to uint8, uint16 or float32, for "
                               "example with .astype(numpy.float32)");
  }
  if (!is_picture_shape(shape)) {
    throw gpu::InvalidArgument(
        fmt::format("an array of shape {} cannot be compared as an image; use (h, w) or (h, w, channels) with 1 to 4 "
                    "channels, extents of 1 to {} and up to {} pixels",
                    to_string(shape), app::max_image_extent, INT_MAX));
  }
  const py::array dense = py::array::ensure(array, py::array::c_style);
  const auto* const first = static_cast<const std::byte*>(dense.data());
  return {static_cast<int>(shape[1]), static_cast<int>(shape[0]), shape.size() == 3 ? static_cast<int>(shape[2]) : 1,
          *type, std::vector<std::byte>(first, first + dense.nbytes())};
}

double to_number(const py::handle& value, const std::string& name) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw py::type_error("the limit " + name + " cannot be " + type_name(value) + "; use a number");
  }
  return number;
}

/// The names of all limits in Python.
std::vector<std::string_view> limit_names() {
  std::vector<std::string_view> names{"preset", "max_differing", "ignore_antialiasing"};
  for (const app::LimitDeclaration& limit : app::limit_declarations()) {
    names.emplace_back(limit.name);
  }
  return names;
}

/// Sets a limit by name. @throws TypeError for an unknown name, ValueError for a value out of range.
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
            fmt::format("{} cannot be {}; use {}{}", name, number, limit.is_whole ? "" : "a number of ", range));
      }
      limits.*limit.member = number;
      return;
    }
  }
  const std::vector<std::string_view> names = limit_names();
  throw py::type_error("unknown limit '" + name + "'; " + app::advise_names(name, names, "limits"));
}

/// Limits by name. The preset is applied first, and the others override it. None means unset.
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

/// The result of `texelscope compare` for two images: its JSON, and the PNG files of the expected image, of the actual
/// one if it differs, and of FLIP.
py::tuple compare_pictures(const py::array& expected, const py::array& actual, const std::string& name,
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

/// A report of the images of many tests, written during the comparisons.
class SessionReport {
 public:
  /// @throws app::FileError if nothing can be written there.
  explicit SessionReport(const std::string& target) : writer_(target, app::ReportPairs::all) {}

  compare::ImageCheck check(const compare::ImageView& image, const std::string& name, const compare::Limits& limits,
                            const compare::ImageFolders& folders, const std::string& shown_name,
                            const std::string& page) {
    std::string error;
    compare::CheckInReport checked =
        compare::check_in_report(image, name, limits, folders, {&writer_, shown_name, page}, error);
    const std::lock_guard lock(mutex_);
    // The last run of a repeated test counts.
    results_.insert_or_assign(shown_name, std::move(checked.pair));
    if (error_.empty()) {
      error_ = std::move(error);
    }
    return std::move(checked.check);
  }

  /// @throws app::FileError, including for earlier write errors.
  void finish(const std::string& title) {
    if (!error_.empty()) {
      throw app::FileError(error_);
    }
    std::vector<app::PairResult> results;
    for (auto& [name, result] : results_) {
      results.push_back(std::move(result));
    }
    app::sort_worst_first(results);
    writer_.finish({.title = title}, results);
  }

 private:
  app::ReportWriter writer_;
  std::mutex mutex_;
  std::map<std::string, app::PairResult> results_;
  std::string error_;
};

/// Compares an image with the expected image of a test, like check_image(), and returns the result. With a report, adds
/// the image to it under its name in the report.
py::dict check_picture(const py::array& array, const std::string& name, const py::dict& limits,
                       const std::string& expected, const std::string& actual, bool updates,
                       const std::string& how_to_update, SessionReport* report, const std::string& shown_name,
                       const std::string& page, const std::string& test) {
  const app::Image image = to_picture(array);
  const compare::Limits allowed = to_limits(limits);
  const compare::ImageFolders folders{expected, actual, updates, how_to_update, report == nullptr ? "" : test};
  compare::ImageCheck check;
  run_unlocked([&] {
    try {
      check = report == nullptr ? compare::check_image(compare::view_of(image), name, allowed, folders)
                                : report->check(compare::view_of(image), name, allowed, folders, shown_name, page);
    } catch (const compare::Error& error) {
      throw app::FileError(error.what());
    }
  });
  py::dict found;
  found["passed"] = check.has_passed();
  found["updated"] = check.is_updated;
  found["text"] = check.text;
  return found;
}

/// Merges the reports of multiple processes.
void merge_session_reports(const std::vector<std::string>& folders, const std::string& target,
                           const std::string& title) {
  run_unlocked([&] {
    app::ReportWriter writer(target, app::ReportPairs::all);
    const app::SavedReport merged = app::merge_reports(app::read_reports({folders.begin(), folders.end()}), &writer);
    writer.finish({.title = title}, merged.results);
  });
}

/// The images in these subfolders of a folder of expected images that no test used; removes them on
/// request.
std::vector<std::string> find_unused(const std::string& folder, const std::vector<std::string>& used,
                                     const std::vector<std::string>& groups, bool prunes) {
  std::vector<std::string> unused;
  run_unlocked([&] {
    unused = app::unused_images(folder, used);
    std::erase_if(unused, [&](const std::string& name) {
      return std::ranges::find(groups, name.substr(0, name.find('/'))) == groups.end();
    });
    if (prunes) {
      app::remove_images(folder, unused);
    }
  });
  return unused;
}

}  // namespace

void bind_comparison(py::module_& module) {
  module.def("_to_array", &to_array, py::arg("object"));
  module.def("_require_unmasked", &require_unmasked, py::arg("object"));
  module.def(
      "_write_file",
      [](const std::filesystem::path& path, const py::bytes& bytes) {
        app::write_file(path, [&](std::ostream& out) { out << std::string_view(bytes); });
      },
      py::arg("path"), py::arg("bytes"));
  module.def("_compare_pictures", &compare_pictures, py::arg("expected"), py::arg("actual"), py::arg("name"),
             py::arg("limits"), py::arg("report") = py::none());
  module.def(
      "_check_limits", [](const py::dict& limits) { static_cast<void>(to_limits(limits)); }, py::arg("limits"));
  py::class_<SessionReport>(module, "_SessionReport")
      .def(py::init<const std::string&>(), py::arg("target"))
      .def("finish", &SessionReport::finish, py::arg("title"));
  module.def("_check_picture", &check_picture, py::arg("array"), py::arg("name"), py::arg("limits"),
             py::arg("expected"), py::arg("actual"), py::arg("updates"), py::arg("how_to_update"), py::arg("report"),
             py::arg("shown_name"), py::arg("page"), py::arg("test"));
  module.def("_find_unused", &find_unused, py::arg("folder"), py::arg("used"), py::arg("groups"), py::arg("prunes"));
  module.def("_limit_names", &limit_names);
  module.def("_merge_session_reports", &merge_session_reports, py::arg("folders"), py::arg("target"), py::arg("title"));
}

}  // namespace texelscope::python
