#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/report_pictures.h"
#include "app/compare/report_writer.h"
#include "app/compare/results.h"
#include "app/images/image_file.h"
#include "app/texture/texel_numbers.h"
#include "python/src/arguments.h"
#include "python/src/device_work.h"
#include "python/src/tensor_argument.h"
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

/// What `texelscope compare` finds of two pictures: its JSON, and the PNG files of the expected one, of the actual one
/// where it is another, and of FLIP.
py::tuple compare_pictures(const py::object& expected, const py::object& actual, const std::string& name,
                           double max_error, const py::object& report) {
  const app::ImagePair pair{name, to_picture(expected), to_picture(actual), {}, {}, {}};
  const std::optional<std::filesystem::path> folder = to_path(report);
  app::ComparisonOptions options;
  options.limits.max_error = max_error;
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

}  // namespace

void bind_comparison(py::module_& module) {
  module.def("_to_array", &to_array, py::arg("object"));
  module.def("_compare_pictures", &compare_pictures, py::arg("expected"), py::arg("actual"), py::arg("name"),
             py::arg("max_error"), py::arg("report") = py::none());
}

}  // namespace texelscope::python
