#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson_facts.h"

namespace texelscope::app {

/// An operation and its operands: "wait", "consumer", "written".
using ScriptLine = std::vector<std::string>;

/// The largest number of operations of a script.
inline constexpr std::size_t max_operations = 200;

/// The operations of {"do": ["wait consumer written", …]}. @throws nlohmann::json::exception; ParameterError, also for
/// more than max_operations.
[[nodiscard]] std::vector<ScriptLine> script_lines(const nlohmann::json& json);

/// Performs the operations in order, continuing after refused ones. `perform` returns the result of each, and throws
/// gpu::Error for a refusal. @returns the results by number, "1", "2", …, which are "refused" for refused operations,
/// and "ok" for those without a result; "refused", the number of the first refused operation, or 0, and "reason", its
/// error; and "first_yes", the number of the first operation with the result yes, or 0. @throws ParameterError for the
/// operation that does not end by the deadline, and other exceptions of `perform`.
[[nodiscard]] LessonFacts script_facts(std::span<const ScriptLine> lines, ComputationDeadline deadline,
                                       const std::function<std::string(const ScriptLine& line)>& perform);

/// The word at `position`. @throws ParameterError when the operation has fewer.
[[nodiscard]] const std::string& word_of(const ScriptLine& line, std::size_t position);
/// A word that is a whole number. @throws ParameterError.
[[nodiscard]] std::uint64_t number_of(const ScriptLine& line, std::size_t position);
/// The result of an operation that answers yes or no.
[[nodiscard]] std::string yes_or_no(bool is_so);
/// @throws ParameterError for an unknown operation.
[[noreturn]] void refuse_operation(const ScriptLine& line, const std::vector<std::string_view>& operations);

}  // namespace texelscope::app
