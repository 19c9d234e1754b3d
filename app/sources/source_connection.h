#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/sources/connection.h"
#include "app/sources/message_decoder.h"
#include "app/sources/source_table.h"
#include "inspect/protocol/ring.h"
#include "inspect/protocol/shared_pages.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// A process that uses the library texelscope-inspect, or speaks its protocol.
class SourceConnection : public Connection {
 public:
  SourceConnection(std::uint64_t number, gpu::FileDescriptor socket, SourceTable& table)
      : number_{number}, socket_{std::move(socket)}, table_{table} {}
  ~SourceConnection() override;
  SourceConnection(const SourceConnection&) = delete;
  SourceConnection& operator=(const SourceConnection&) = delete;

  [[nodiscard]] int socket() const noexcept override { return socket_.number(); }
  [[nodiscard]] bool receive(std::span<std::byte> buffer) override;
  void follow_shown() override;
  [[nodiscard]] std::string title() const override;

 private:
  /// The memory that a program shares, on the host or on a device.
  struct Ring {
    inspect::SharedPages control;
    inspect::SharedPages slots;
    std::shared_ptr<const SourceMemory> on_device;
    std::uint64_t slot_bytes = 0;

    [[nodiscard]] inspect::ControlPage& page() const noexcept {
      return *reinterpret_cast<inspect::ControlPage*>(control.data());
    }
  };
  struct Array {
    /// Null for arrays that come in messages.
    std::shared_ptr<const Ring> ring;
    /// The sequence number of the last state that was read from the ring.
    std::uint64_t last_read = 0;
    std::uint64_t frames = 0;
    bool was_shown = false;
    /// The last one that was sent, over a link without shared memory.
    inspect::Demand demand = inspect::no_demand;
  };

  void take(SourceMessage message);
  void greet(const SourceMessage& message);
  void open_ring(SourceMessage message);
  void take_frame(SourceMessage message);
  /// Describes the newest state, and receives it if `takes_frame`.
  void update(std::uint32_t number, Array& array, bool takes_frame);
  /// A state in a slot that is being read, which becomes free with it.
  [[nodiscard]] static std::shared_ptr<const SourceFrame> frame_of(const std::shared_ptr<const Ring>& ring,
                                                                   std::size_t slot, std::uint64_t number,
                                                                   const SourceDescription& description);
  [[nodiscard]] Array& array_named(std::uint32_t number, const std::string& name);
  void answer(inspect::MessageType type, std::uint32_t number, std::string_view payload = {}) const;
  void end(std::uint32_t number, Array& array);

  std::uint64_t number_;
  gpu::FileDescriptor socket_;
  SourceTable& table_;
  MessageDecoder decoder_;
  bool is_greeted_ = false;
  bool shares_memory_ = false;
  SourceProcess process_;
  std::map<std::uint32_t, Array> arrays_;
};

}  // namespace texelscope::app
