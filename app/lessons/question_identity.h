#pragma once

#include <cstddef>
#include <string>

#include "app/workspace/lesson.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Distinguishes a step's question from earlier questions of the same step: 16 hexadecimal digits from its text, its
/// choices, and the computation of its answer or the goals of its task. Explanations, hints and names of computations
/// do not change it. Empty for a step without a question.
[[nodiscard]] std::string question_identity(const LessonStep& step);

/// The first answer to a step's question; null if there is none, or if it answered a different question because the
/// lesson has changed since. Answers of earlier versions of the program have no identity, and count for any question.
[[nodiscard]] const FirstAnswer* first_answer_to(const LessonProgress& progress, const Lesson& lesson,
                                                 std::size_t step);
/// The same for the learner's progress in the open course.
[[nodiscard]] const FirstAnswer* first_answer_to(const Course& course, const Lesson& lesson, std::size_t step);

}  // namespace texelscope::app
