#include "app/window/navigation.h"

#include "app/window/state.h"

namespace texelscope::app {

void Navigation::record(const State& state) {
  const Place shown{state.scenes.current, state.labs.current};
  if (!places_.empty() && places_[position_] == shown) {
    return;
  }
  if (!places_.empty()) {
    places_.resize(position_ + 1);
  }
  places_.push_back(shown);
  if (places_.size() > capacity) {
    places_.erase(places_.begin());
  }
  position_ = places_.size() - 1;
}

void Navigation::go_back(State& state) { show(position_ - 1, state); }

void Navigation::go_forward(State& state) { show(position_ + 1, state); }

void Navigation::show(std::size_t position, State& state) {
  position_ = position;
  const Place place = places_[position];
  choose_scene(state, place.scene);
  if (place.lab) {
    choose_lab(state, *place.lab);
  }
}

}  // namespace texelscope::app
