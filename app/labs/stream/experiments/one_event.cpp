#include "app/labs/stream/experiments/declarations.h"
#include "app/labs/stream/experiments/slow_image.h"
#include "texelscope/gpu/event.h"

namespace texelscope::app {
namespace {

ExperimentResult run(const ExperimentSetup& setup, bool is_right) {
  warm_up(setup.device);
  const gpu::Stream producer = setup.device.create_stream();
  const gpu::Stream consumer = setup.device.create_stream();
  const gpu::Event written = setup.device.create_event({});
  const gpu::Buffer image = make_stale_image(setup.device, producer);
  const gpu::Buffer seen = make_stale_image(setup.device, consumer);
  Gate gate{setup.device};
  begin(setup);
  constexpr int half = slow_image::bands / 2;
  for (int band = 0; band < half; ++band) {
    write_band(image, band, nullptr, producer);
  }
  producer.record(written);
  if (!is_right) {
    consumer.wait(written);
  }
  for (int band = half; band < slow_image::bands; ++band) {
    // Else a slow consumer might come late enough to see the second half after all.
    write_band(image, band, !is_right && band == half ? &gate : nullptr, producer);
  }
  producer.record(written);
  if (is_right) {
    consumer.wait(written);
  }
  copy_image(image, seen, consumer);
  ExperimentResult result = result_of_picture(seen, consumer);
  gate.open();
  producer.synchronize();
  return result;
}

}  // namespace

ExperimentDeclaration one_event_experiment() {
  return {.name = "one-event",
          .title = "One event, recorded twice",
          .right = {.code = "write(upper half, producer);\n"
                            "producer.record(written);\n"
                            "write(lower half, producer);\n"
                            "producer.record(written);\n"
                            "consumer.wait(written);\n"
                            "copy(image, seen, consumer);",
                    .text = "A wait means the record that was the last one when wait() was called: here the second, "
                            "behind the lower half. All pixels are there."},
          .wrong = {.code = "write(upper half, producer);\n"
                            "producer.record(written);\n"
                            "consumer.wait(written);\n"
                            "write(lower half, producer);\n"
                            "producer.record(written);\n"
                            "copy(image, seen, consumer);",
                    .text = "wait() was called between the two records, so it means the first one; recording the event "
                            "again moves no wait that has been made. The consumer gets the upper half alone, exactly."},
          .run = run};
}

}  // namespace texelscope::app
