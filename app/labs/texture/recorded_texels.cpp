#include <algorithm>
#include <utility>

#include "app/labs/texture/texture_lab.h"

namespace texelscope::app {

void TextureLab::take_fetch(std::shared_ptr<const OfferedFetch> fetch) {
  const kernels::TextureFetch& at = fetch->fetch;
  input.texels.content = TexelContent::recorded;
  input.texels.shape = at.shape;
  input.texels.keeps_format = true;
  input.texels.format = fetch->array.format;
  input.texels.num_channels = fetch->array.num_channels;
  input.resource = fetch->resource;
  input.num_levels = static_cast<int>(std::max<std::size_t>(fetch->levels.size(), 1));
  input.descriptors.fill(fetch->texture);
  input.fetch = {.level = at.level, .component = at.component, .layer = at.layer};
  // Linear memory has only one operation, which no setting names.
  if (at.operation != kernels::TextureOperation::element) {
    input.fetch.operation = at.operation;
  }
  std::ranges::copy(at.dx, input.fetch.dx.begin());
  std::ranges::copy(at.dy, input.fetch.dy.begin());
  const bool is_element = at.operation == kernels::TextureOperation::element;
  probe = {0, {is_element ? static_cast<float>(at.element) : at.x, at.y, at.z}, true};
  const TextureSetup setup{.array = fetch->array, .texture = fetch->texture, .resource = fetch->resource, .levels = {}};
  if (setup.array.is_cube_map()) {
    // The face that the direction points to.
    const auto is_on_face = [&](int face) {
      input.fetch.face = face;
      const std::optional<Point> place = position_of(setup, input.fetch, probe.coordinates);
      return place && std::min(place->x, place->y) >= 0 && std::max(place->x, place->y) <= 1;
    };
    for (int face = 0; face < 6 && !is_on_face(face); ++face) {
    }
  } else if (setup.array.shape.rank() == 3) {
    input.fetch.depth = std::clamp(at.z / static_cast<float>(unit(setup, 2)), 0.0F, 1.0F);
  }
  input.texels.recorded = std::move(fetch);
  edited = 0;
  comparison = TextureComparison::a;
  tab = text = TextureTab::probe;
  view = {};
  wanted_zoom_.reset();
  update();
  // Working out the new texels moves a probe to its old place.
  probe = {0, {is_element ? static_cast<float>(at.element) : at.x, at.y, at.z}, true};
}

}  // namespace texelscope::app
