#include "app/compare/measures/colors.h"

#include <cstddef>

namespace texelscope::app {

Plane make_plane(int width, int height) {
  return {width, height, std::vector<float>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
}

}  // namespace texelscope::app
