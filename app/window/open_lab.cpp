#include "app/window/open_lab.h"

namespace texelscope::app {
namespace {

/// Opens the first lab whose state takes what it is offered; whether one does.
template <class Take>
bool open_first_lab(State& state, const Take& take) {
  for (std::size_t lab = 0; lab < state.lab_states.size(); ++lab) {
    if (take(*state.lab_states[lab])) {
      choose_lab(state, lab);
      return true;
    }
  }
  return false;
}

}  // namespace

void open_layout(State& state, const gpu::StridedLayout& layout) {
  open_first_lab(state, [&](LabState& lab) { return lab.take_layout(layout); });
}

bool open_tensors(State& state, const std::filesystem::path& path) {
  return open_first_lab(state, [&](LabState& lab) { return lab.is_opened_by(path) && lab.take_file(path); });
}

}  // namespace texelscope::app
