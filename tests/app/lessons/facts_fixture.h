#pragma once

#include <string>

#include "app/lessons/lesson_facts.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {

/// Tests the computations of lessons on each device.
class LessonFactsOnEach : public tests::DeviceTest {
 protected:
  /// The facts of a computation with the name a, such as "a.r".
  [[nodiscard]] LessonFacts facts(const std::string& kind, const std::string& arguments) const {
    LessonStep step;
    step.computations = {{"a", kind, arguments}};
    return facts_of(step, device());
  }
};

}  // namespace texelscope::app
