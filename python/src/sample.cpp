#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/conformance/known_differences.h"
#include "app/text/nearest_name.h"
#include "app/texture/fetch_list.h"
#include "app/texture/texture_options.h"
#include "python/src/arguments.h"
#include "python/src/device_work.h"
#include "python/src/tensor_argument.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

using app::TextureOptions;

void take_option(const std::string& name, py::handle value, TextureOptions& taken) {
  const auto options = app::texture_option_names();
  const auto found = std::ranges::find(options, name, &app::TextureOptionName::name);
  if (found == options.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(options, std::back_inserter(names), &app::TextureOptionName::name);
    throw py::type_error("sample() has no option '" + name + "'; " + app::advise_names(name, names, "options"));
  }
  if (const auto* const text = std::get_if<std::string TextureOptions::*>(&found->member)) {
    taken.** text = option_text(value, name);
  } else if (py::isinstance<py::bool_>(value)) {
    taken.*std::get<bool TextureOptions::*>(found->member) = value.cast<bool>();
  } else {
    throw py::type_error(name + " must be True or False, not " + py::repr(value).cast<std::string>());
  }
}

/// (h, w, 3) has the shape of a volume, but is usually a picture, for which textures have no format.
void require_texels(const gpu::StridedMemoryView& tensor, const TextureOptions& options) {
  const gpu::Dimensions& shape = tensor.layout().shape();
  const bool may_be_picture = options.kind == TextureOptions().kind && (options.dims.empty() || options.dims == "2");
  if (may_be_picture && shape.size() == 3 && shape[2] == 3) {
    throw py::value_error(
        "texels of shape " + to_string(shape) +
        " may be a picture or a volume: for a picture, add an alpha channel, because texels have 1, 2 "
        "or 4 channels; for a volume, pass dims=3");
  }
}

py::array sample(const py::object& texels, const py::object& coords, py::handle device, const py::kwargs& arguments) {
  TextureOptions taken;
  taken.spelling = app::OptionSpelling::python;
  for (const auto& [name, value] : arguments) {
    // None means unset.
    if (!value.is_none()) {
      take_option(name.cast<std::string>(), value, taken);
    }
  }
  app::TextureLoader load = [path = to_path(texels)](const app::TextureSourceOptions& source) {
    return app::load_texture_source(*path, source);
  };
  if (!to_path(texels)) {
    const gpu::StridedMemoryView tensor = to_tensor(texels);
    require_texels(tensor, taken);
    load = [tensor](const app::TextureSourceOptions& source) {
      return app::texture_source_of(on_host(tensor), source);
    };
  }
  const gpu::StridedMemoryView at = to_tensor(coords);
  std::optional<gpu::NpyArray> results;
  std::string known;
  run_on_device(to_device_id(device), [&](const gpu::Device& opened) {
    app::TextureSetup setup = app::texture_setup_from(taken, load);
    const std::optional<int> gather = app::gather_from(taken, setup);
    results = app::sample_array(setup, on_host(at),
                                taken.has_gradients ? app::FetchColumns::gradients : app::FetchColumns::coordinates,
                                gather, opened.create_stream());
    known = opened.id().kind == gpu::DeviceKind::cpu ? app::known_differences(setup, taken.has_gradients) : "";
  });
  if (!known.empty() && PyErr_WarnEx(PyExc_RuntimeWarning, known.c_str(), 1) != 0) {
    throw py::error_already_set();
  }
  return to_numpy(gpu::StridedMemoryView::from_host(results->bytes(), results->layout, results->type, results->data));
}

constexpr const char* sample_doc =
    "sample(texels, coords, *, device='cpu', dims, kind, resource, format, address, filter, read, border, "
    "mip_filter,\nmip_levels, mip_bias, mip_clamp, anisotropy, gather, normalized_coords, srgb, seamless, "
    "gradients,\nno_trilinear_optimization, ignore_orientation, part)\n\nSamples a texture at coordinates, as the "
    "texture unit does, and returns the results, of shape (N, channels). On\nthe CPU device, they match an "
    "H200's bit for bit; a RuntimeWarning names fetches that were not compared.\n\ntexels: an array of shape (w), (h, "
    "w) or "
    "(d, h, w), each optionally followed by channels (1, 2 or 4), or the path of\nan image or an .npy file. (h, w, 3) "
    "needs an alpha channel, or dims=3 for a volume. coords: "
    "float32 of shape (N, columns): x[, y[, z]], then the layer of a layered texture,\nthen, optionally, the level, "
    "or with gradients=True the derivatives. The options are those of `texelscope sample`, as\na string, a number "
    "or a sequence: filter='linear', address=('wrap', 'clamp'), border=(1, 0, 0, 1). device: 'cpu' for\nthe model "
    "of the texture unit, 'cuda:0' for the hardware.";

}  // namespace

void bind_sample(py::module_& module) {
  py::options signatures;
  signatures.disable_function_signatures();
  module.def("sample", &sample, py::arg("texels"), py::arg("coords"), py::kw_only(), py::arg("device") = "cpu",
             sample_doc);
}

}  // namespace texelscope::python
