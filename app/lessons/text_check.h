#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/window/lesson.h"

namespace texelscope::app {

/// The characters of a step's texts that the window's font cannot draw, as faults; with the first step those of the
/// lesson's title and summary. `characters` states for each code point whether the font has it; nothing is reported if
/// it is empty.
[[nodiscard]] std::vector<std::string> character_faults(const Lesson& lesson, std::size_t step,
                                                        const std::vector<bool>& characters);

/// The texts of a step, and with the first one of its lesson, that a learner needs but that are empty, as faults: titles,
/// the summary, a question's text, hint and explanation.
[[nodiscard]] std::vector<std::string> empty_text_faults(const Lesson& lesson, std::size_t step);

}  // namespace texelscope::app
