#include <fcntl.h>
#include <gtest/gtest.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/sources/source_connection.h"
#include "app/sources/source_listener.h"
#include "inspect/protocol/descriptor_socket.h"
#include "tests/app/sources/becomes_true.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using inspect::MessageType;

void send(const gpu::FileDescriptor& program, MessageType type, const std::string& text) {
  const inspect::MessageHeader header{
      .type = static_cast<std::uint16_t>(type), .text_bytes = static_cast<std::uint32_t>(text.size()), .number = 1};
  EXPECT_TRUE(inspect::send_now(program.number(), header, text));
}

void greet(const gpu::FileDescriptor& program) {
  send(program, MessageType::hello, R"({"process":7,"program":"far"})");
}

bool is_answered(const gpu::FileDescriptor& program) {
  inspect::MessageHeader header{};
  return becomes_true([&] { return recv(program.number(), &header, sizeof header, MSG_DONTWAIT) > 0; }) &&
         header.type == static_cast<std::uint16_t>(MessageType::welcome);
}

int option(int socket, int level, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  getsockopt(socket, level, name, &value, &size);
  return value;
}

class SourceAccept : public testing::Test {
 protected:
  [[nodiscard]] inspect::Address address() const { return {.path = path_, .host = {}}; }
  [[nodiscard]] std::vector<std::string> problems_of(SourceListener& listener) const {
    std::vector<std::string> problems;
    EXPECT_TRUE(becomes_true([&] { return !(problems = listener.table().take_problems()).empty(); }));
    return problems;
  }

  tests::TemporaryFolder folder_;
  std::string path_ = (folder_.path() / "private" / "inspect").string();
};

/// Leaves no free descriptor to this process.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit now = before_;
    now.rlim_cur = static_cast<rlim_t>(gpu::FileDescriptor{dup(0)}.number());
    setrlimit(RLIMIT_NOFILE, &now);
  }
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
};

TEST_F(SourceAccept, AProgramWaitsForADescriptor) {
  SourceListener listener(address(), [] {});
  const gpu::FileDescriptor program{socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  sockaddr_un name{.sun_family = AF_UNIX, .sun_path = {}};
  path_.copy(name.sun_path, sizeof name.sun_path - 1);
  {
    const NoDescriptors none;
    ASSERT_EQ(connect(program.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
    EXPECT_NE(problems_of(listener).front().find("Too many open files"), std::string::npos);
    const std::clock_t begin = std::clock();
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    EXPECT_LT(std::clock() - begin, CLOCKS_PER_SEC / 5) << "the thread spins";
    EXPECT_TRUE(listener.table().take_problems().empty()) << "the problem is reported again";
  }
  greet(program);
  EXPECT_TRUE(is_answered(program));
}

TEST_F(SourceAccept, AConnectionThatCannotBeMadeEndsAlone) {
  auto table = std::make_shared<SourceTable>([] {});
  bool has_memory = false;
  SourceListener listener(address(), table, [&](std::uint64_t number, gpu::FileDescriptor socket) {
    return std::exchange(has_memory, true) ? std::make_unique<SourceConnection>(number, std::move(socket), *table)
                                           : throw std::bad_alloc();
  });
  const gpu::FileDescriptor first = inspect::connect_to(address());
  EXPECT_EQ(problems_of(listener).size(), 1U);
  const gpu::FileDescriptor second = inspect::connect_to(address());
  greet(second);
  EXPECT_TRUE(is_answered(second));
}

/// A link to a port of a network of its own, which the thread of a test enters.
class SourceLink : public testing::Test {
 protected:
  static constexpr std::uint16_t port = 5000;

  static void in_own_network(const std::function<void()>& test) {
    bool is_own = false;
    std::thread([&] {
      is_own = unshare(CLONE_NEWNET) == 0 && switch_network(true);
      if (is_own) {
        test();
      }
    }).join();
    if (!is_own) {
      GTEST_SKIP() << "only root can make a network";
    }
  }
  static bool switch_network(bool is_on) {
    const gpu::FileDescriptor control{socket(AF_INET, SOCK_DGRAM, 0)};
    ifreq device{};
    std::strcpy(device.ifr_name, "lo");
    device.ifr_flags = static_cast<short>(is_on ? IFF_UP : 0);
    return ioctl(control.number(), SIOCSIFFLAGS, &device) == 0;
  }
  /// The window's end of the connection.
  [[nodiscard]] static int accepted_socket() {
    for (const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) {
      const int number = std::stoi(file.path().filename());
      sockaddr_in name{};
      socklen_t size = sizeof name;
      if (getsockname(number, reinterpret_cast<sockaddr*>(&name), &size) == 0 && name.sin_family == AF_INET &&
          ntohs(name.sin_port) == port && option(number, SOL_SOCKET, SO_ACCEPTCONN) == 0) {
        return number;
      }
    }
    return -1;
  }

  inspect::Address address_{.path = {}, .host = "127.0.0.1", .port = port};
};

TEST_F(SourceLink, EndsAtBothEndsWithinAMinute) {
  in_own_network([&] {
    SourceListener listener(address_, [] {});
    const gpu::FileDescriptor program = inspect::connect_to(address_);
    greet(program);
    ASSERT_TRUE(is_answered(program));
    for (const int end : {program.number(), accepted_socket()}) {
      ASSERT_GE(end, 0);
      EXPECT_EQ(option(end, SOL_SOCKET, SO_KEEPALIVE), 1);
      EXPECT_LE(option(end, IPPROTO_TCP, TCP_USER_TIMEOUT), 60'000);
      EXPECT_GT(option(end, IPPROTO_TCP, TCP_USER_TIMEOUT), 0);
      EXPECT_LE(option(end, IPPROTO_TCP, TCP_KEEPIDLE) +
                    option(end, IPPROTO_TCP, TCP_KEEPINTVL) * option(end, IPPROTO_TCP, TCP_KEEPCNT),
                60);
    }
  });
}

/// With shorter times than the program's, on a network that fails.
TEST_F(SourceLink, AnArrayEndsWithItsMachine) {
  in_own_network([&] {
    SourceListener listener(address_, [] {});
    const gpu::FileDescriptor program = inspect::connect_to(address_);
    greet(program);
    ASSERT_TRUE(is_answered(program));
    send(program, MessageType::frame,
         R"({"name":"far","type":"int32","shape":[2],"strides":[4],"offset":0,"bytes":8,"time":0,"skipped":0})");
    ASSERT_TRUE(becomes_true([&] { return listener.table().facts().size() == 1; }));
    for (const int end : {program.number(), accepted_socket()}) {
      for (const int name : {TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT}) {
        const int one = 1;
        ASSERT_EQ(setsockopt(end, IPPROTO_TCP, name, &one, sizeof one), 0);
      }
      const int milliseconds = 2000;
      ASSERT_EQ(setsockopt(end, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds), 0);
    }
    ASSERT_TRUE(switch_network(false));
    EXPECT_TRUE(becomes_true([&] { return listener.table().facts().front().has_ended; }));
    std::array<std::byte, 4096> buffer{};
    EXPECT_TRUE(becomes_true([&] { return inspect::receive_now(program.number(), buffer).bytes.value_or(1) == 0; }))
        << "the program's end";
  });
}

}  // namespace
}  // namespace texelscope::app
