#include "app/sources/source_listener.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "app/files/file_error.h"
#include "inspect/protocol/descriptor_socket.h"
#include "inspect/protocol/message.h"
#include "inspect/protocol/ring.h"
#include "inspect/protocol/shared_pages.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;
using namespace app;

constexpr auto patience = std::chrono::seconds(20);

bool wait_until(const std::function<bool()>& is_true) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!is_true()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

/// A window's listener in a private folder, and programs that find it.
class Sources : public testing::Test {
 protected:
  Sources() : path_{(folder_.path() / "private" / "inspect").string()} { open(); }

  void open() {
    listener_ = std::make_unique<SourceListener>(inspect::Address{.path = path_, .host = {}}, [] {});
  }

  /// Starts the program with these arguments. @returns its process.
  [[nodiscard]] pid_t start(const std::vector<std::string>& arguments) const {
    const pid_t child = fork();
    if (child == 0) {
      setenv("TEXELSCOPE_INSPECT", path_.c_str(), 1);
      std::vector<char*> list{const_cast<char*>(TEXELSCOPE_INSPECT_CHILD)};
      for (const std::string& argument : arguments) {
        list.push_back(const_cast<char*>(argument.c_str()));
      }
      list.push_back(nullptr);
      // The test's own output stays readable.
      static_cast<void>(freopen("/dev/null", "w", stdout));
      static_cast<void>(freopen("/dev/null", "w", stderr));
      execv(list[0], list.data());
      _exit(127);
    }
    return child;
  }
  [[nodiscard]] static int wait_for(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }
  void run(const std::vector<std::string>& arguments) const { ASSERT_EQ(wait_for(start(arguments)), 0); }

  [[nodiscard]] std::vector<SourceFacts> facts() const { return listener_->table().facts(); }
  [[nodiscard]] std::optional<SourceFacts> named(const std::string& name) const {
    for (const SourceFacts& one : facts()) {
      if (one.name == name) {
        return one;
      }
    }
    return std::nullopt;
  }
  /// The last state of an array that has ended.
  [[nodiscard]] std::shared_ptr<const SourceFrame> last_of(const std::string& name) const {
    EXPECT_TRUE(wait_until([&] { return named(name) && named(name)->has_ended; })) << name;
    const auto found = named(name);
    return found ? listener_->table().frame(found->key) : nullptr;
  }

  TemporaryFolder folder_;
  std::string path_;
  std::unique_ptr<SourceListener> listener_;
};

TEST_F(Sources, EachLayoutArrivesWithItsElementsAndStrides) {
  run({"layouts"});
  const auto dense = last_of("dense");
  ASSERT_NE(dense, nullptr);
  EXPECT_EQ(dense->view.layout().shape(), (gpu::Dimensions{2, 3, 4}));
  EXPECT_EQ(dense->view.at<float>({1, 2, 3}), 23);
  const auto transposed = last_of("transposed");
  EXPECT_EQ(transposed->view.layout().strides(), (gpu::Dimensions{1, 4})) << "gaps and orders stay as they are";
  EXPECT_EQ(transposed->view.at<float>({3, 5}), 23);
  EXPECT_EQ(transposed->view.at<float>({1, 0}), 1);
  const auto reversed = last_of("reversed");
  EXPECT_EQ(reversed->view.at<float>({0}), 23);
  EXPECT_EQ(reversed->view.at<float>({23}), 0);
  const auto sparse = last_of("sparse");
  EXPECT_EQ(sparse->view.layout().strides(), (gpu::Dimensions{1})) << "large gaps are left out";
  EXPECT_EQ(sparse->view.at<float>({2}), 20);
  const auto repeated = last_of("repeated");
  EXPECT_EQ(repeated->view.at<float>({3, 1}), 6);
  EXPECT_EQ(last_of("scalar")->view.at<float>({}), 7);
  EXPECT_EQ(last_of("empty")->view.layout().shape(), (gpu::Dimensions{0, 5}));
  EXPECT_FALSE(named("too many axes"));
  EXPECT_EQ(named("dense")->type, "float32 (2, 3, 4)");
}

TEST_F(Sources, ANotShownArrayKeepsItsLastState) {
  run({"frames", "300", "50", "70"});
  const auto frame = last_of("frame");
  ASSERT_NE(frame, nullptr);
  EXPECT_EQ(frame->view.at<std::int32_t>({49, 69}), 300);
}

TEST_F(Sources, StatesOfAShownArrayAreWholeAndNewer) {
  const pid_t child = start({"frames", "2000", "300", "400"});
  ASSERT_TRUE(wait_until([&] { return named("frame").has_value(); }));
  const SourceKey key = named("frame")->key;
  listener_->set_shown(key, true);
  std::int32_t last = 0;
  std::uint64_t states = 0;
  ASSERT_TRUE(wait_until([&] {
    if (const auto frame = listener_->table().frame(key)) {
      const std::int32_t value = frame->view.at<std::int32_t>({0, 0});
      EXPECT_EQ(frame->view.at<std::int32_t>({299, 399}), value);
      EXPECT_GE(value, last);
      states += value > last ? 1 : 0;
      last = value;
    }
    return last == 2000;
  }));
  EXPECT_EQ(wait_for(child), 0);
  EXPECT_GT(states, 2U);
}

TEST_F(Sources, AProgramThatCrashesLeavesItsLastState) {
  EXPECT_TRUE(WIFSIGNALED(wait_for(start({"crash"}))));
  EXPECT_NE(last_of("frame"), nullptr);
  EXPECT_TRUE(listener_->table().take_problems().empty());
}

TEST_F(Sources, AForkedProcessShowsItsOwnArrays) {
  run({"fork"});
  EXPECT_EQ(last_of("child")->view.at<std::uint8_t>({0}), 2);
  EXPECT_EQ(last_of("parent")->view.at<std::uint8_t>({0}), 3);
  EXPECT_NE(named("child")->process, named("parent")->process);
}

TEST_F(Sources, AThousandArraysAreListed) {
  run({"names", "1000"});
  ASSERT_TRUE(wait_until([&] { return facts().size() == 1000; })) << facts().size();
  EXPECT_EQ(last_of("name 999")->view.at<std::uint8_t>({15}), 7);
}

TEST_F(Sources, AProgramFindsTheNextWindow) {
  const pid_t child = start({"frames", "20000", "300", "400"});
  for (int window = 0; window < 3; ++window) {
    EXPECT_TRUE(wait_until([&] { return named("frame").has_value(); })) << window;
    listener_.reset();
    EXPECT_FALSE(fs::exists(path_));
    open();
    if (waitpid(child, nullptr, WNOHANG) != 0) {
      return;
    }
  }
  kill(child, SIGKILL);
  EXPECT_TRUE(WIFSIGNALED(wait_for(child)));
}

TEST_F(Sources, AnArrayThatIsShownAfterItsEndBeginsAnew) {
  run({"turns", "50"});
  EXPECT_TRUE(wait_until([&] {
    return facts().size() == 50 && std::ranges::all_of(facts(), [](const SourceFacts& one) { return one.has_ended; });
  })) << facts().size();
}

/// A window that answers as a test decides.
class SilentWindow : public Sources {
 protected:
  SilentWindow() {
    listener_.reset();
    sockaddr_un name{.sun_family = AF_UNIX, .sun_path = {}};
    path_.copy(name.sun_path, sizeof name.sun_path - 1);
    EXPECT_EQ(bind(listening_.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
    EXPECT_EQ(listen(listening_.number(), 0), 0);
  }
  [[nodiscard]] gpu::FileDescriptor accepted() const {
    pollfd one{listening_.number(), POLLIN, 0};
    const bool is_there = poll(&one, 1, std::chrono::milliseconds(patience).count()) == 1;
    return gpu::FileDescriptor{is_there ? accept4(listening_.number(), nullptr, nullptr, SOCK_CLOEXEC) : -1};
  }

  gpu::FileDescriptor listening_{socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
};

TEST_F(SilentWindow, IsTriedAgainAfterAFullQueue) {
  const inspect::Address address{.path = path_, .host = {}};
  gpu::FileDescriptor waiting = inspect::connect_to(address);
  ASSERT_FALSE(waiting.is_closed());
  ASSERT_TRUE(inspect::connect_to(address).is_closed()) << "the queue is not full";
  EXPECT_THROW(open(), FileError) << "a window with a full queue is a window";
  const pid_t child = start({"layouts"});
  // Longer than the program needs for its first attempt.
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_FALSE(accepted().is_closed());
  EXPECT_FALSE(accepted().is_closed()) << "the program does not try again";
  kill(child, SIGKILL);
  static_cast<void>(wait_for(child));
}

TEST_F(SilentWindow, HasNotBeenToldOfAStateThatItsAnswerHoldsUp) {
  const pid_t child = start({"unanswered"});
  const gpu::FileDescriptor program = accepted();
  ASSERT_FALSE(program.is_closed());
  inspect::MessageHeader hello{};
  ASSERT_EQ(recv(program.number(), &hello, sizeof hello, MSG_WAITALL), static_cast<ssize_t>(sizeof hello));
  std::string text(hello.text_bytes, '\0');
  ASSERT_EQ(recv(program.number(), text.data(), text.size(), MSG_WAITALL), static_cast<ssize_t>(text.size()));
  // Number 0: over this link, memory cannot be shared.
  ASSERT_TRUE(inspect::send_now(program.number(),
                                {.type = static_cast<std::uint16_t>(inspect::MessageType::welcome), .number = 0}, ""));
  EXPECT_EQ(wait_for(child), 0);
}

TEST_F(Sources, OnlyThisUserCanReachTheSocket) {
  struct stat facts {};
  ASSERT_EQ(stat(path_.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  ASSERT_EQ(stat(fs::path(path_).parent_path().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0700U);
}

/// Runs a function as another user, which only root can become. @returns its exit code.
int as_nobody(const std::function<int()>& function) {
  constexpr uid_t nobody = 65534;
  const pid_t child = fork();
  if (child == 0) {
    _exit(setgid(nobody) == 0 && setuid(nobody) == 0 ? function() : 99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST_F(Sources, AnotherUserCannotConnect) {
  if (getuid() != 0) {
    GTEST_SKIP() << "only root can become another user";
  }
  const auto connects = [&] { return as_nobody([&] { return inspect::connect_to({path_, {}}).is_closed() ? 0 : 1; }); };
  EXPECT_EQ(connects(), 0);
  // Even if the rights of the folders and of the socket were changed, the window checks who connects.
  for (fs::path folder = fs::path(path_).parent_path(); folder != folder.root_path(); folder = folder.parent_path()) {
    if (access(folder.c_str(), W_OK) == 0) {
      fs::permissions(folder, fs::perms::others_exec | fs::perms::others_read, fs::perm_options::add);
    }
  }
  fs::permissions(path_, fs::perms::all);
  EXPECT_EQ(connects(), 0) << "the program's side refuses a window of another user";
  const int seen = as_nobody([&] {
    const gpu::FileDescriptor other{socket(AF_UNIX, SOCK_STREAM, 0)};
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path, path_.c_str(), path_.size() + 1);
    if (connect(other.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0) {
      return 0;
    }
    const std::string text = R"({"process": 5, "program": "other"})";
    const inspect::MessageHeader header{.type = 1, .text_bytes = static_cast<std::uint32_t>(text.size())};
    static_cast<void>(inspect::send_now(other.number(), header, text));
    char answer = 0;
    return recv(other.number(), &answer, 1, 0) > 0 ? 1 : 0;
  });
  EXPECT_EQ(seen, 0) << "the window answers another user";
}

TEST_F(Sources, AnotherUserCannotReadSharedMemory) {
  if (getuid() != 0) {
    GTEST_SKIP() << "only root can become another user";
  }
  gpu::FileDescriptor file;
  const inspect::SharedPages pages = inspect::SharedPages::create(4096, true, file);
  const std::string number = std::to_string(file.number());
  const std::string of_process = "/proc/" + std::to_string(getpid());
  EXPECT_EQ(as_nobody([&] {
              const bool opens_file = ::open((of_process + "/fd/" + number).c_str(), O_RDONLY) >= 0;
              const bool opens_memory = ::open((of_process + "/mem").c_str(), O_RDONLY) >= 0;
              return opens_file || opens_memory ? 1 : 0;
            }),
            0);
}

TEST_F(Sources, AFolderThatOthersCanWriteToIsRefused) {
  listener_.reset();
  fs::permissions(fs::path(path_).parent_path(), fs::perms::all);
  EXPECT_THROW(open(), FileError);
}

TEST_F(Sources, ASecondWindowDoesNotListen) {
  EXPECT_THROW(SourceListener(inspect::Address{.path = path_, .host = {}}, [] {}), FileError);
  EXPECT_FALSE(inspect::connect_to({.path = path_, .host = {}}).is_closed()) << "the first still does";
}

TEST_F(Sources, ASocketThatAKilledWindowLeftIsReplaced) {
  listener_.reset();
  const gpu::FileDescriptor stale{socket(AF_UNIX, SOCK_STREAM, 0)};
  fs::create_symlink("/nowhere", path_);
  open();
  run({"layouts"});
  EXPECT_NE(last_of("dense"), nullptr);
}

std::ptrdiff_t files_in(const char* folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

/// $TEXELSCOPE_INSPECT_STARTS is the number of programs.
TEST_F(Sources, StartsAndEndsAtRandomLeaveNothing) {
  const char* const given = std::getenv("TEXELSCOPE_INSPECT_STARTS");
  const int starts = given != nullptr ? std::atoi(given) : 100;
  constexpr std::size_t most_at_once = 4;
  std::mt19937 random(68);
  const std::vector<std::vector<std::string>> kinds = {
      {"layouts"}, {"frames", "500", "100", "100"}, {"crash"}, {"names", "20"}, {"fork"}};
  const std::ptrdiff_t descriptors = files_in("/proc/self/fd");
  const std::ptrdiff_t shared = files_in("/dev/shm");
  std::vector<pid_t> children;
  const auto end = [&](std::size_t position, bool is_killed) {
    if (is_killed) {
      kill(children[position], SIGKILL);
    }
    int status = 0;
    ASSERT_TRUE(wait_until([&] { return waitpid(children[position], &status, WNOHANG) != 0; })) << "a program hangs";
    children.erase(children.begin() + static_cast<std::ptrdiff_t>(position));
  };
  for (int i = 0; i < starts; ++i) {
    children.push_back(start(kinds[random() % kinds.size()]));
    if (random() % 3 == 0) {
      listener_.reset();
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
      open();
    }
    if (listener_ && random() % 2 == 0) {
      for (const SourceFacts& one : facts()) {
        listener_->set_shown(one.key, random() % 2 == 0);
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
    while (children.size() >= most_at_once) {
      end(random() % children.size(), random() % 3 == 0);
    }
  }
  while (!children.empty()) {
    end(0, true);
  }
  listener_.reset();
  EXPECT_EQ(files_in("/dev/shm"), shared);
  open();
  EXPECT_EQ(files_in("/proc/self/fd"), descriptors);
  EXPECT_EQ(files_in(fs::path(path_).parent_path().c_str()), 1) << "only the socket is left";
}

/// A connection that sends what no program of the library would.
class HostileSources : public Sources {
 protected:
  HostileSources() : socket_{inspect::connect_to({.path = path_, .host = {}})} {}

  void send(inspect::MessageType type, std::uint32_t number, const std::string& text,
            const std::vector<int>& descriptors = {}) {
    const inspect::MessageHeader header{.type = static_cast<std::uint16_t>(type),
                                        .descriptors = static_cast<std::uint16_t>(descriptors.size()),
                                        .text_bytes = static_cast<std::uint32_t>(text.size()),
                                        .number = number};
    EXPECT_TRUE(inspect::send_now(socket_.number(), header, text, descriptors));
  }
  void greet() { send(inspect::MessageType::hello, 0, R"({"process": 5, "program": "hostile"})"); }
  /// The single problem that the window shows.
  [[nodiscard]] std::string problem() {
    std::vector<std::string> problems;
    EXPECT_TRUE(wait_until([&] {
      problems = listener_->table().take_problems();
      return !problems.empty();
    }));
    return problems.empty() ? "" : problems.front();
  }
  /// The window goes on with other programs.
  void expect_still_working() {
    run({"layouts"});
    EXPECT_NE(last_of("dense"), nullptr);
  }

  gpu::FileDescriptor socket_;
};

TEST_F(HostileSources, AnotherProtocolIsRefused) {
  const std::string text = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  ASSERT_EQ(::send(socket_.number(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  EXPECT_NE(problem().find("protocol"), std::string::npos);
  expect_still_working();
}

TEST_F(HostileSources, AnAbsurdSizeIsRefused) {
  const inspect::MessageHeader header{.type = 4, .payload_bytes = ~std::uint64_t{0}};
  EXPECT_TRUE(inspect::send_now(socket_.number(), header, ""));
  EXPECT_NE(problem().find("claims"), std::string::npos);
  expect_still_working();
}

TEST_F(HostileSources, MemoryThatCouldShrinkIsRefused) {
  greet();
  const gpu::FileDescriptor control{memfd_create("a", MFD_CLOEXEC)};
  const gpu::FileDescriptor slots{memfd_create("b", MFD_CLOEXEC)};
  ASSERT_EQ(ftruncate(control.number(), 8192), 0);
  ASSERT_EQ(ftruncate(slots.number(), 3 * 4096), 0);
  send(inspect::MessageType::ring, 1, R"({"name": "a", "slot_bytes": 4096})", {control.number(), slots.number()});
  EXPECT_NE(problem().find("fixed size"), std::string::npos);
  expect_still_working();
}

TEST_F(HostileSources, ALayoutBeyondItsMemoryIsRefused) {
  greet();
  for (const std::string& layout : {std::string(R"("shape": [5], "strides": [4], "offset": 0)"),
                                    std::string(R"("shape": [4], "strides": [-4], "offset": 0)"),
                                    std::string(R"("shape": [4], "strides": [4], "offset": 4)")}) {
    gpu::FileDescriptor file;
    const auto pages = inspect::SharedPages::create(4096, true, file);
    send(inspect::MessageType::frame, 1,
         R"({"name": "a", "type": "float32", "bytes": 16, "time": 0, "skipped": 0, )" + layout + "}", {file.number()});
    EXPECT_NE(problem().find("layout"), std::string::npos) << layout;
    socket_ = inspect::connect_to({.path = path_, .host = {}});
    greet();
  }
  expect_still_working();
}

TEST_F(HostileSources, ABellWithoutMemoryIsRefused) {
  greet();
  send(inspect::MessageType::bell, 9, "");
  EXPECT_NE(problem().find("array 9"), std::string::npos);
  expect_still_working();
}

TEST_F(HostileSources, ATruncatedMessageIsNoProblem) {
  greet();
  const inspect::MessageHeader header{.type = 4, .text_bytes = 1000, .payload_bytes = 1 << 20};
  EXPECT_TRUE(inspect::send_now(socket_.number(), header, "{"));
  socket_.close();
  expect_still_working();
  EXPECT_TRUE(listener_->table().take_problems().empty());
}

TEST_F(HostileSources, AControlPageOfNonsenseStopsNothing) {
  greet();
  gpu::FileDescriptor control;
  gpu::FileDescriptor slots;
  const auto page = inspect::SharedPages::create(inspect::control_bytes, false, control);
  const auto memory = inspect::SharedPages::create(3 * 4096, true, slots);
  send(inspect::MessageType::ring, 1, R"({"name": "a", "slot_bytes": 4096})", {control.number(), slots.number()});
  std::memset(page.data(), 0xFF, page.size());
  send(inspect::MessageType::bell, 1, "");
  auto& shared = *reinterpret_cast<inspect::ControlPage*>(page.data());
  shared.slots[1].sequence.store(5);
  shared.slots[1].state.store(static_cast<std::uint32_t>(inspect::SlotState::ready));
  send(inspect::MessageType::bell, 1, "");
  EXPECT_NE(problem().find("syntax error"), std::string::npos);
  expect_still_working();
}

}  // namespace
}  // namespace texelscope::tests
