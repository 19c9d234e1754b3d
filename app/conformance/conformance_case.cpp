#include "app/conformance/conformance_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/conformance/fingerprint.h"
#include "app/device/scoped_synchronize.h"
#include "app/text/overloaded.h"

namespace texelscope::app {
namespace {

using kernels::TextureFetch;

void add(Fingerprint& sum, const gpu::ArrayDescriptor& array) {
  sum.add(array.shape.rank(), array.shape[0], array.shape[1], array.shape[2], array.format, array.num_channels,
          array.kind, array.num_layers);
}

void add(Fingerprint& sum, const gpu::TextureDescriptor& texture) {
  sum.add(texture.address_mode[0], texture.address_mode[1], texture.address_mode[2], texture.filter_mode,
          texture.read_mode, texture.normalized_coords, texture.srgb, texture.disable_trilinear_optimization,
          texture.seamless_cubemap, texture.max_anisotropy, texture.mipmap_filter_mode, texture.mipmap_level_bias,
          texture.min_mipmap_level_clamp, texture.max_mipmap_level_clamp);
  for (const float channel : texture.border_color) {
    sum.add(channel);
  }
}

void add(Fingerprint& sum, const TextureFetch& fetch) {
  sum.add(fetch.shape, fetch.operation, fetch.x, fetch.y, fetch.z, fetch.level);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sum.add(fetch.dx[axis], fetch.dy[axis]);
  }
  sum.add(fetch.layer, fetch.component, fetch.element);
}

void add(Fingerprint& sum, const kernels::SurfaceAccess& access) {
  sum.add(access.shape, access.x_bytes, access.y, access.z);
}

std::vector<std::vector<FetchedTexel>> run_texture_case(const TextureCase& work, const std::vector<FetchRoute>& routes,
                                                        const gpu::Stream& stream) {
  const auto fetches = std::as_bytes(std::span(work.fetches));
  std::vector<std::vector<FetchedTexel>> results(routes.size(), std::vector<FetchedTexel>(work.fetches.size()));
  const ScopedSynchronize upload(stream);
  const gpu::TextureObject texture = make_texture(work.setup, stream);
  const gpu::Buffer from = stream.device().allocate(fetches.size(), stream);
  const gpu::Buffer to = stream.device().allocate(work.fetches.size() * sizeof(FetchedTexel), stream);
  const ScopedSynchronize wait(stream);
  from.copy_from(fetches, stream);
  for (std::size_t route = 0; route < routes.size(); ++route) {
    schedule_fetches(texture, work.setup.result_kind(), from, to, static_cast<std::int64_t>(work.fetches.size()),
                     routes[route], stream);
    to.copy_to(std::as_writable_bytes(std::span(results[route])), stream);
  }
  stream.synchronize();
  return results;
}

}  // namespace

std::size_t ConformanceCase::num_samples() const noexcept {
  return std::visit(Overloaded{[](const TextureCase& texture) { return texture.fetches.size(); },
                               [](const SurfaceCase& surface) { return surface.writes.size() + surface.reads.size(); }},
                    work);
}

ResultKind ConformanceCase::result_kind() const noexcept {
  const auto* const texture = std::get_if<TextureCase>(&work);
  return texture != nullptr ? texture->setup.result_kind() : ResultKind::unsigned_integers;
}

bool ConformanceCase::has_sample_route() const noexcept {
  const auto* const texture = std::get_if<TextureCase>(&work);
  return texture != nullptr && texture->setup.array.kind == gpu::ArrayKind::plain &&
         std::ranges::all_of(texture->fetches, [](const TextureFetch& fetch) {
           return fetch.operation == kernels::TextureOperation::sample;
         });
}

std::uint64_t ConformanceCase::fingerprint() const {
  Fingerprint sum;
  std::visit(Overloaded{[&](const TextureCase& texture) {
                          add(sum, texture.setup.array);
                          add(sum, texture.setup.texture);
                          sum.add(texture.setup.resource);
                          for (const auto& level : texture.setup.levels) {
                            sum.add(level);
                          }
                          for (const TextureFetch& fetch : texture.fetches) {
                            add(sum, fetch);
                          }
                        },
                        [&](const SurfaceCase& surface) {
                          add(sum, surface.array);
                          sum.add(surface.boundary);
                          sum.add(surface.texels);
                          for (const SurfaceWrite& write : surface.writes) {
                            add(sum, write.at);
                            for (const std::uint32_t word : write.value) {
                              sum.add(word);
                            }
                          }
                          for (const kernels::SurfaceAccess& read : surface.reads) {
                            add(sum, read);
                          }
                        }},
             work);
  return sum.value();
}

std::string ConformanceCase::describe(std::size_t index) const {
  return std::visit(Overloaded{[&](const TextureCase& texture) {
                                 return fmt::format("{}; {}", to_string(texture.setup),
                                                    to_string(texture.fetches.at(index)));
                               },
                               [&](const SurfaceCase& surface) { return describe_result(surface, index); }},
                    work);
}

ConformanceCase draw_case(const ConformanceClass& made, std::uint64_t seed, std::uint64_t number, std::size_t count) {
  Random random(seed_from(seed, made.name, number));
  if (made.group == ConformanceGroup::surfaces) {
    return {draw_surface_case(made, count, random)};
  }
  TextureCase texture{draw_setup(made, random), {}};
  texture.fetches = draw_fetches(made, texture.setup, count, random);
  return {std::move(texture)};
}

std::vector<std::vector<FetchedTexel>> run_case(const ConformanceCase& work, const std::vector<FetchRoute>& routes,
                                                const gpu::Stream& stream) {
  return std::visit(Overloaded{[&](const TextureCase& texture) { return run_texture_case(texture, routes, stream); },
                               [&](const SurfaceCase& surface) {
                                 return std::vector(routes.size(), run_surface_case(surface, stream));
                               }},
                    work.work);
}

}  // namespace texelscope::app
