#include "app/labs/stream/experiments/slow_image.h"
#include "texelscope/gpu/event.h"

namespace texelscope::app::no_wait {
namespace {

/// In the wrong version, the consumer runs after this many bands. The producer begins the next band only when the
/// consumer is done, so that the race has the same outcome each time.
constexpr int bands_before_consumer = slow_image::bands / 3;

ExperimentResult run(const ExperimentSetup& setup, bool is_right) {
  ProducerAndConsumer both{setup.device};
  const gpu::Event written = setup.device.create_event({});
  begin(setup);
  for (int band = 0; band < slow_image::bands; ++band) {
    write_band(both.image, band, !is_right && band == bands_before_consumer ? &both.gate : nullptr, both.producer);
  }
  if (is_right) {
    both.producer.record(written);
    both.consumer.wait(written);
  } else {
    // Waits without a driver call, so that the timeline shows only the calls in the listing.
    both.gate.wait_for_kernel();
  }
  return both.consume();
}

}  // namespace

extern const ExperimentDeclaration experiment;
const ExperimentDeclaration experiment = {
    .name = "no-wait",
    .title = "No wait between streams",
    .right = {.code = "write(image, producer);\n"
                      "producer.record(written);\n"
                      "consumer.wait(written);\n"
                      "copy(image, seen, consumer);",
              .text = "The copy begins when the last band is written, so every pixel is the producer's. The event "
                      "orders the two streams on the device. The host waits only at the end, to read the copy."},
    .wrong = {.code = "write(image, producer);\n"
                      "copy(image, seen, consumer);",
              .text = "Nothing orders the copy after the bands: it runs while they are still being written, and the "
                      "old pixels that it reads are red. The experiment holds the other bands back until the copy is "
                      "done, so the race is lost every time."},
    .run = run};

}  // namespace texelscope::app::no_wait
