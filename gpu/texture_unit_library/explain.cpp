#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <string>
#include <vector>

#include "gpu/texture_unit_library/guarded_call.h"
#include "gpu/texture_unit_library/texture.h"

/// The object behind the handle of the C library.
struct texelscope_explanation {
  std::string text;
  std::vector<texelscope_tap> taps;
  std::vector<texelscope_level_weight> levels;
  texelscope_texel result{};
  std::array<double, 4> ideal{};
};

namespace texelscope::gpu::texture_unit_library {
namespace {

texelscope_tap tap_from(const TapExplanation& tap) {
  texelscope_tap result{};
  result.level = tap.level;
  result.is_border = tap.is_border ? 1 : 0;
  result.x = tap.index[0];
  result.y = tap.index[1];
  result.z = tap.index[2];
  result.weight = tap.weight;
  result.sample = tap.sample;
  std::ranges::copy(tap.stored, result.stored);
  std::ranges::copy(tap.value, result.value);
  return result;
}

texelscope_explanation explanation_from(const FetchExplanation& fetch) {
  texelscope_explanation explanation;
  for (const ExplanationStep& step : fetch.steps) {
    explanation.text += step.title + ": " + step.text + "\n";
  }
  std::ranges::transform(fetch.taps, std::back_inserter(explanation.taps), tap_from);
  for (const LevelExplanation& level : fetch.levels) {
    explanation.levels.push_back({level.level, level.weight});
  }
  std::ranges::copy(fetch.result, explanation.result.as_uint);
  explanation.ideal = fetch.ideal;
  return explanation;
}

template <class Value>
const Value* element_at(const std::vector<Value>& values, std::size_t index) {
  return index < values.size() ? &values[index] : nullptr;
}

}  // namespace
}  // namespace texelscope::gpu::texture_unit_library

using namespace texelscope::gpu;
using namespace texelscope::gpu::texture_unit_library;

texelscope_status texelscope_texture_explain(const texelscope_texture* texture, const texelscope_fetch* fetch,
                                             texelscope_explanation** explanation) {
  return guarded_call(__func__, [&] {
    require(explanation, "explanation");
    *explanation = nullptr;
    require(texture, "texture");
    if (is_block_compressed(texture->facts.array.encoding)) {
      throw InvalidArgument(
          "a texel of a block has no address of its own: decode the blocks, and explain a fetch of that");
    }
    *explanation = new texelscope_explanation(
        explanation_from(cpu::explain_bound_fetch(texture->facts, *texture->unit, fetch_from(*texture, fetch))));
  });
}

void texelscope_explanation_destroy(texelscope_explanation* explanation) { delete explanation; }

const char* texelscope_explanation_text(const texelscope_explanation* explanation) {
  return explanation == nullptr ? "" : explanation->text.c_str();
}

std::size_t texelscope_explanation_num_taps(const texelscope_explanation* explanation) {
  return explanation == nullptr ? 0 : explanation->taps.size();
}

const texelscope_tap* texelscope_explanation_tap(const texelscope_explanation* explanation, std::size_t index) {
  return explanation == nullptr ? nullptr : element_at(explanation->taps, index);
}

std::size_t texelscope_explanation_num_levels(const texelscope_explanation* explanation) {
  return explanation == nullptr ? 0 : explanation->levels.size();
}

const texelscope_level_weight* texelscope_explanation_level(const texelscope_explanation* explanation,
                                                            std::size_t index) {
  return explanation == nullptr ? nullptr : element_at(explanation->levels, index);
}

const texelscope_texel* texelscope_explanation_result(const texelscope_explanation* explanation) {
  return explanation == nullptr ? nullptr : &explanation->result;
}

const double* texelscope_explanation_ideal(const texelscope_explanation* explanation) {
  return explanation == nullptr ? nullptr : explanation->ideal.data();
}
