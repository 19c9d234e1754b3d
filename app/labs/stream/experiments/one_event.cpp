#include "app/labs/stream/experiments/slow_image.h"
#include "texelscope/gpu/event.h"

namespace texelscope::app::one_event {
namespace {

ExperimentResult run(const ExperimentSetup& setup, bool is_right) {
  ProducerAndConsumer both{setup.device};
  const gpu::Event written = setup.device.create_event({});
  begin(setup);
  constexpr int half = slow_image::bands / 2;
  for (int band = 0; band < half; ++band) {
    write_band(both.image, band, nullptr, both.producer);
  }
  both.producer.record(written);
  if (!is_right) {
    both.consumer.wait(written);
  }
  for (int band = half; band < slow_image::bands; ++band) {
    // Otherwise a slow consumer might run late enough to see the second half after all.
    write_band(both.image, band, !is_right && band == half ? &both.gate : nullptr, both.producer);
  }
  both.producer.record(written);
  if (is_right) {
    both.consumer.wait(written);
  }
  return both.consume();
}

}  // namespace

extern const ExperimentDeclaration experiment;
const ExperimentDeclaration experiment = {
    .name = "one-event",
    .title = "One event, recorded twice",
    .right = {.code = "write(upper half, producer);\n"
                      "producer.record(written);\n"
                      "write(lower half, producer);\n"
                      "producer.record(written);\n"
                      "consumer.wait(written);\n"
                      "copy(image, seen, consumer);",
              .text = "A wait refers to the latest record when wait() is called: here the second, after the lower "
                      "half. All pixels are right."},
    .wrong = {.code = "write(upper half, producer);\n"
                      "producer.record(written);\n"
                      "consumer.wait(written);\n"
                      "write(lower half, producer);\n"
                      "producer.record(written);\n"
                      "copy(image, seen, consumer);",
              .text = "wait() was called between the two records, so it refers to the first; recording the event again "
                      "does not change earlier waits. The consumer sees exactly the upper half."},
    .run = run};

}  // namespace texelscope::app::one_event
