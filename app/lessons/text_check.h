#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/lessons/course_file.h"
#include "app/text/letters.h"
#include "app/workspace/lesson.h"

namespace texelscope::app {

/// The letters that the texts of a course need.
[[nodiscard]] Letters letters_of(const LessonCourse& course);

/// The characters of a step's texts that the window's font cannot draw, as faults; for the first step, also those of
/// the lesson's title and summary. `characters` states for each code point whether the font contains it; nothing is
/// reported if it is empty.
[[nodiscard]] std::vector<std::string> character_faults(const Lesson& lesson, std::size_t step,
                                                        const std::vector<bool>& characters);

/// The empty texts among those that a learner needs, as faults: a step's title and its question's text, hint and
/// explanation; for the first step, also the lesson's title and summary.
[[nodiscard]] std::vector<std::string> empty_text_faults(const Lesson& lesson, std::size_t step);

/// The key in LessonQuestion::also_drawn for the texts of the step.
inline constexpr const char* told_key = "text";
/// The texts shown before an answer is committed that reveal it, as faults. Numbers in the step's settings and
/// computations are not answers and may appear, as may the answer together with another choice. The choices of `step`
/// are resolved. @throws ParameterError for an open brace.
[[nodiscard]] std::vector<std::string> told_faults(const LessonStep& step, const std::string& right,
                                                   const LessonFacts& facts);

/// The differences between the calls in a listing and those that its script runs, as faults.
[[nodiscard]] std::vector<std::string> listing_faults(const LessonStep& step, const LessonFacts& facts);

}  // namespace texelscope::app
