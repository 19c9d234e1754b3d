#include "app/core/open_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/layout_lab.h"

namespace texelscope::app {

void open_layout(State& state, const gpu::StridedLayout& layout) {
  for (std::size_t lab = 0; lab < state.lab_states.size(); ++lab) {
    if (auto* const layouts = dynamic_cast<LayoutLab*>(state.lab_states[lab].get())) {
      layouts->text = {.shape = fmt::format("{}", fmt::join(layout.shape(), ", ")),
                       .strides = fmt::format("{}", fmt::join(layout.strides(), ", ")),
                       .itemsize = layout.itemsize()};
      layouts->entries.clear();
      choose_lab(state, lab);
      return;
    }
  }
}

}  // namespace texelscope::app
