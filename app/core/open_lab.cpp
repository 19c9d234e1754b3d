#include "app/core/open_lab.h"

#include <fmt/format.h>

#include "app/core/layout_lab.h"
#include "app/core/tensor_file.h"
#include "app/core/tensor_lab.h"

namespace texelscope::app {
namespace {

/// The lab of a class, which is opened; null where there is none.
template <class Lab>
Lab* open_lab(State& state) {
  for (std::size_t lab = 0; lab < state.lab_states.size(); ++lab) {
    if (auto* const found = dynamic_cast<Lab*>(state.lab_states[lab].get())) {
      choose_lab(state, lab);
      return found;
    }
  }
  return nullptr;
}

}  // namespace

void open_layout(State& state, const gpu::StridedLayout& layout) {
  if (auto* const lab = open_lab<LayoutLab>(state)) {
    lab->text = {.shape = fmt::format("{}", fmt::join(layout.shape(), ", ")),
                 .strides = fmt::format("{}", fmt::join(layout.strides(), ", ")),
                 .itemsize = layout.itemsize()};
    lab->entries.clear();
  }
}

bool open_tensors(State& state, const std::filesystem::path& path) {
  auto* const lab = is_tensor_file(path) ? open_lab<TensorLab>(state) : nullptr;
  return lab != nullptr && lab->take_file(path);
}

}  // namespace texelscope::app
