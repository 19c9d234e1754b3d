#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "gpu/texture_unit_library/guarded_call.h"
#include "gpu/texture_unit_library/texture.h"
#include "gpu/threads/worker_pool.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu::texture_unit_library {
namespace {

using kernels::FetchColumn;
using kernels::FetchList;
using kernels::TextureFetch;
using kernels::TextureOperation;

static_assert(static_cast<int>(TextureOperation::element) == TEXELSCOPE_FETCH_ELEMENT);

constexpr std::uint64_t max_count = std::uint64_t{1} << 40U;
/// Starting a thread costs as much as about this number of fetches.
constexpr std::uint64_t fetches_per_thread = 4096;

/// @throws InvalidArgument if the list would extend past the address space.
void require_room(std::uint64_t count, std::int64_t stride_bytes, const char* name) {
  std::int64_t distance = 0;
  if (__builtin_mul_overflow(static_cast<std::int64_t>(count), stride_bytes, &distance)) {
    throw InvalidArgument(
        fmt::format("{} has a stride of {} bytes, too large for {} fetches", name, stride_bytes, count));
  }
}

template <class Number>
FetchColumn<Number> column_of(const texelscope_column& given, std::uint64_t count, const char* name) {
  require_room(count, given.stride_bytes, name);
  return {given.numbers, given.stride_bytes};
}

FetchList list_from(const texelscope_texture& texture, const texelscope_fetch_list& given) {
  if (given.count > max_count) {
    throw InvalidArgument(fmt::format("count is {}: use at most {}", given.count, max_count));
  }
  if (given.num_results < 1 || given.num_results > 4) {
    throw InvalidArgument(fmt::format("num_results is {}: use 1 to 4 channels", given.num_results));
  }
  if (given.reserved != 0) {
    throw InvalidArgument("reserved is not 0: set the whole list to 0 first");
  }
  if (given.count > 0) {
    require(given.results, "results");
  }
  require_room(given.count, given.result_stride_bytes, "results");
  // Threads would write the same bytes.
  if (given.count > 1 && given.result_stride_bytes < 4 * given.num_results &&
      given.result_stride_bytes > -4 * given.num_results) {
    throw InvalidArgument(fmt::format("result_stride_bytes is {}, but a result has {} bytes: use at least that",
                                      given.result_stride_bytes, 4 * given.num_results));
  }
  FetchList list;
  list.common = fetch_of_operation(texture, given.operation, given.component);
  list.coordinates[0] = column_of<float>(given.x, given.count, "x");
  list.coordinates[1] = column_of<float>(given.y, given.count, "y");
  list.coordinates[2] = column_of<float>(given.z, given.count, "z");
  list.layer = column_of<std::int32_t>(given.layer, given.count, "layer");
  list.level = column_of<float>(given.level, given.count, "level");
  for (std::size_t axis = 0; axis < 3; ++axis) {
    list.dx[axis] = column_of<float>(given.dx[axis], given.count, "dx");
    list.dy[axis] = column_of<float>(given.dy[axis], given.count, "dy");
  }
  list.element = column_of<std::int32_t>(given.element, given.count, "element");
  list.results = given.results;
  list.result_stride_bytes = given.result_stride_bytes;
  list.num_results = given.num_results;
  return list;
}

void fetch_all(const texelscope_texture& texture, const FetchList& list, std::uint64_t count, std::uint64_t wanted) {
  const auto fetch = [&](std::int64_t first, std::int64_t end) {
    fetch_many(*texture.unit, texture.result_type, list, first, end);
  };
  const std::uint64_t processors = std::max(1U, std::thread::hardware_concurrency());
  const std::uint64_t threads = std::min({wanted == 0 ? processors : wanted, processors, count / fetches_per_thread});
  if (threads > 1) {
    try {
      // A pool of this call: threads that remain would neither survive a fork nor allow the library to be unloaded.
      WorkerPool pool{static_cast<unsigned>(threads)};
      if (!pool.for_ranges(static_cast<std::int64_t>(count), 0, fetch)) {
        throw std::runtime_error("a fetch failed: please report it");
      }
      return;
    } catch (const std::system_error&) {
      // The system does not start more threads: this one does all the work.
    }
  }
  fetch(0, static_cast<std::int64_t>(count));
}

}  // namespace

TextureFetch fetch_of_operation(const texelscope_texture& texture, std::int32_t operation, std::int32_t component) {
  const ExplainedTexture& facts = texture.facts;
  if (operation < 0 || operation > TEXELSCOPE_FETCH_ELEMENT) {
    throw InvalidArgument(
        fmt::format("operation is {}: use one of its constants, 0 to {}", operation, int{TEXELSCOPE_FETCH_ELEMENT}));
  }
  if ((operation == TEXELSCOPE_FETCH_ELEMENT) != (facts.resource == ResourceKind::linear)) {
    throw InvalidArgument(
        facts.resource == ResourceKind::linear
            ? "linear memory has only element fetches: use TEXELSCOPE_FETCH_ELEMENT"
            : "element fetches read linear memory: create the texture as TEXELSCOPE_LINEAR_MEMORY, or sample it");
  }
  if (operation == TEXELSCOPE_GATHER) {
    if (!can_gather({facts.resource, facts.array})) {
      throw InvalidArgument("gathers require a texture in 2D without layers: set its is_texture_gather");
    }
    if (component < 0 || component > 3) {
      throw InvalidArgument(fmt::format("component is {}: use 0 to 3", component));
    }
  }
  TextureFetch fetch;
  fetch.shape = texture_shape(facts.array);
  fetch.operation = static_cast<TextureOperation>(operation);
  fetch.component = component;
  return fetch;
}

TextureFetch fetch_from(const texelscope_texture& texture, const texelscope_fetch* fetch) {
  const texelscope_fetch given = read_structure(fetch, "fetch");
  TextureFetch result = fetch_of_operation(texture, given.operation, given.component);
  result.x = given.x;
  result.y = given.y;
  result.z = given.z;
  result.layer = given.layer;
  result.level = given.level;
  std::ranges::copy(given.dx, result.dx);
  std::ranges::copy(given.dy, result.dy);
  result.element = given.element;
  return result;
}

}  // namespace texelscope::gpu::texture_unit_library

using namespace texelscope;
using namespace texelscope::gpu::texture_unit_library;
using gpu::cpu::texture_unit::ResultType;

texelscope_status texelscope_texture_fetch(const texelscope_texture* texture, const texelscope_fetch* fetch,
                                           texelscope_texel* result) {
  return guarded_call(__func__, [&] {
    require(texture, "texture");
    require(result, "result");
    const kernels::TextureFetch at = fetch_from(*texture, fetch);
    const kernels::HostTexture& unit = *texture->unit;
    const auto store = [&](const auto& channels) { std::memcpy(result, &channels, sizeof *result); };
    switch (texture->result_type) {
      case ResultType::float32:
        return store(unit.fetch_float(unit, at));
      case ResultType::int32:
        return store(unit.fetch_int(unit, at));
      case ResultType::uint32:
        return store(unit.fetch_uint(unit, at));
    }
  });
}

texelscope_status texelscope_texture_fetch_many(const texelscope_texture* texture, const texelscope_fetch_list* list) {
  return guarded_call(__func__, [&] {
    require(texture, "texture");
    const texelscope_fetch_list given = read_structure(list, "list");
    fetch_all(*texture, list_from(*texture, given), given.count, given.max_threads);
  });
}
