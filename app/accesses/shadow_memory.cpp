#include "app/accesses/shadow_memory.h"

namespace texelscope::app {

ShadowMemory::Region ShadowMemory::refined(const Region& region) {
  Region finer{.cell_bytes = 1, .pages = {}};
  for (const auto& [number, page] : region.pages) {
    for (std::uint64_t i = 0; i < cells_per_page; ++i) {
      for (std::uint64_t byte = 0; byte < region.cell_bytes; ++byte) {
        const std::uint64_t index = (number * cells_per_page + i) * region.cell_bytes + byte;
        std::unique_ptr<Page>& to = finer.pages[index / cells_per_page];
        if (!to) {
          to = std::make_unique<Page>();
        }
        (*to)[index % cells_per_page] = (*page)[i];
      }
    }
  }
  return finer;
}

}  // namespace texelscope::app
