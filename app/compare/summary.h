#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "app/compare/compare.h"

namespace texelscope::app {

/// The number of pairs that failed.
[[nodiscard]] std::size_t count_failed(const std::vector<PairResult>& results);

/// A pair's name, failures and figures; what is infinite is null.
[[nodiscard]] nlohmann::ordered_json pair_json(const PairResult& result);

}  // namespace texelscope::app
