#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/files/file_error.h"
#include "app/labs/kernel/kernel_lab.h"
#include "app/scenes/registry.h"
#include "app/workspace/session.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/window/panels/panel_fixture.h"
#include "tests/app/window/panels/whole_session.h"

namespace texelscope::tests {
namespace {

using namespace app;
using nlohmann::json;
namespace fs = std::filesystem;

/// Nested lists with this number of levels.
json nested(int levels) {
  json value = json::array();
  for (int level = 1; level < levels; ++level) {
    value = json::array({std::move(value)});
  }
  return value;
}

const std::string long_text(100'000, 'x');
/// This text is created on demand, because this program is started for each test.
std::string very_long_text() {
  std::string text;
  text.resize(10'000'000, 'x');
  return text;
}

const std::string escapes =
    "\x1b[31m\x07\xc2\x9b"
    "31m\n\r\x7f";

std::vector<std::string> hostile_texts() {
  return {"",
          " ",
          "NaN",
          "inf",
          "-1",
          "0",
          "2147483647",
          "-2147483648",
          "9223372036854775807",
          "-9223372036854775808",
          "99999999999999999999999999",
          "1e308",
          "-1e308",
          "1e-320",
          "0 0 0 0 0 0 0 0 0 0 0 0",
          "1e308 -1e308 1e308 -1e308",
          "9223372036854775807, 9223372036854775807, 2",
          "../../x",
          "~/x",
          "/dev/zero",
          "/etc/passwd",
          "%s%n%s%n",
          "\n\n\n\n",
          std::string("a\0b", 3),
          escapes,
          long_text};
}

std::vector<json> hostile_values() {
  std::vector<json> values{nullptr,
                           true,
                           -1,
                           0,
                           2147483648LL,
                           std::numeric_limits<std::int64_t>::min(),
                           std::numeric_limits<std::uint64_t>::max(),
                           1e308,
                           -1e308,
                           1e-320,
                           json::array(),
                           json::object(),
                           json::object({{"", ""}}),
                           json::array({1e308, 1e308}),
                           nested(8)};
  for (const std::string& text : hostile_texts()) {
    values.emplace_back(text);
  }
  return values;
}

bool is_one_plain_line(const std::string& text) {
  return text.find("\xc2\x9b") == std::string::npos &&
         std::ranges::none_of(text, [](unsigned char letter) { return letter < ' ' || letter == 0x7F; });
}

/// Whether a session was accepted. The test fails if a refusal is not a one-line error.
bool is_taken(const std::function<void()>& take, const std::string& what) {
  try {
    take();
    return true;
  } catch (const FileError& error) {
    EXPECT_TRUE(is_one_plain_line(error.what())) << what << ": " << error.what();
    EXPECT_LT(std::string_view{error.what()}.size(), 1000U) << what;
  } catch (const std::exception& error) {
    ADD_FAILURE() << what << ": " << error.what();
  }
  return false;
}

/// Records the files of a folder that are opened.
class OpenedFiles {
 public:
  explicit OpenedFiles(const fs::path& folder) : queue_{::inotify_init1(IN_NONBLOCK)} {
    ::inotify_add_watch(queue_, folder.c_str(), IN_OPEN);
  }
  OpenedFiles(const OpenedFiles&) = delete;
  OpenedFiles& operator=(const OpenedFiles&) = delete;
  ~OpenedFiles() { ::close(queue_); }

  [[nodiscard]] bool is_working() const { return queue_ >= 0; }
  /// The files that were opened since the last call.
  [[nodiscard]] std::set<std::string> take() const {
    std::set<std::string> names;
    alignas(inotify_event) std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = ::read(queue_, buffer.data(), buffer.size())) > 0;) {
      for (ssize_t at = 0; at < size;) {
        const auto* const event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
        if (event->len > 0) {
          names.insert(event->name);
        }
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      }
    }
    return names;
  }

 private:
  int queue_;
};

/// The contents of a folder, with the time of each last change.
std::map<std::string, fs::file_time_type> contents_of(const fs::path& folder) {
  std::map<std::string, fs::file_time_type> contents;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    contents[entry.path().string()] = entry.last_write_time();
  }
  return contents;
}

/// The settings that a session stores for a lab with an open file.
json settings_of_opened(const LabDeclaration& declaration, const fs::path& file) {
  const std::unique_ptr<LabState> lab = declaration.make();
  try {
    if (auto* const taker = dynamic_cast<TakesFiles*>(lab.get())) {
      static_cast<void>(taker->take_file(file));
    }
  } catch (const FileError&) {
    // The lab does not open this file, so it has no settings for it.
  }
  const std::vector<std::string> of_window = lab->settings_of_window();
  json settings = json::object();
  for (const auto& [name, text] : lab->settings()) {
    if (std::ranges::find(of_window, name) == of_window.end()) {
      settings[name] = text;
    }
  }
  return settings;
}

class HostileSession : public PanelTest {
 protected:
  HostileSession() {
    add_labs(0);
    state.device = gpu::Device::open({});
    fs::create_directories(bin);
    fs::create_directories(secrets);
    fs::create_directories(work);
    for (const char* name : {"c++", "g++", "clang++", "sh"}) {
      std::ofstream{bin / name} << "#!/bin/sh\necho started >> " << (work / "started").string() << "\nexit 1\n";
      fs::permissions(bin / name, fs::perms::owner_all);
    }
    std::ofstream{secrets / "text.cu"} << "kept";
    std::ofstream{secrets / "picture.png"} << "no picture";
    write_numbers(secrets / "numbers.npy", {2, 3}, std::vector<float>(6, 1.5F));
    std::ofstream{secrets / "numbers.npz"} << "no archive";
    for (const char* name : {"pipe", "pipe.png", "pipe.npy", "pipe.npz", "pipe.cu"}) {
      EXPECT_EQ(::mkfifo((secrets / name).c_str(), 0600), 0);
    }
    ::setenv("PATH", bin.c_str(), 1);
    fs::current_path(work);
  }
  ~HostileSession() override {
    ::setenv("PATH", old_path_.c_str(), 1);
    fs::current_path(old_folder_);
  }
  void TearDown() override {
    for (const auto& lab : state.labs.states) {
      lab->release();
    }
    PanelTest::TearDown();
  }

  /// Draws until nothing is in progress, but at most max_frames frames. Returns the duration of the longest frame.
  double draw_for_a_while() {
    double longest = 0;
    const auto is_settling = [&] {
      return state.labs.current && state.labs.states[*state.labs.current]->is_settling();
    };
    for (int frame = 0; frame < 2 || (frame < max_frames && is_settling()); ++frame) {
      const auto start = std::chrono::steady_clock::now();
      draw();
      std::this_thread::sleep_for(std::chrono::milliseconds{max_frames > 2 ? 1 : 0});
      longest = std::max(longest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return longest;
  }

  /// Opens a session with one lab in this state, and draws it.
  void open_and_draw(const std::string& lab, json settings, const std::string& what) {
    // The window compiles the program's own example without a request, so other code replaces it.
    if (lab == "kernels" && (!settings.contains("text") || settings.at("text") == KernelLab{}.text)) {
      settings["text"] = "a stranger's";
    }
    const std::string text =
        json{{"texelscope_session", 1}, {"scene", "plain"}, {"lab", lab}, {"labs", {{lab, settings}}}}.dump(
            -1, ' ', false, json::error_handler_t::replace);
    const fs::path file = folder_.write("session.json", text);
    state.notices = {};
    static_cast<void>(opened.take());
    const bool is_open = is_taken([&] { load_session(file, state); }, what);
    // The limit is high, because the machine may be busy.
    EXPECT_LT(draw_for_a_while(), 5) << what;
    const std::string said = state.notices.entries().empty() ? "" : state.notices.entries().front().text;
    EXPECT_TRUE(is_one_plain_line(said)) << what << ": " << said;
    for (const std::string& name : opened.take()) {
      EXPECT_TRUE(is_open) << what << ": a rejected session caused " << name << " to be read";
      EXPECT_NE(said.find(name), std::string::npos) << what << ": no notice reports that " << name << " is read";
    }
    ASSERT_FALSE(fs::exists(work / "started")) << what << " starts a process";
  }

 private:
  TemporaryFolder folder_;
  std::string old_path_ = std::getenv("PATH");
  fs::path old_folder_ = fs::current_path();

 protected:
  fs::path bin = folder_ / "bin";
  fs::path secrets = folder_ / "secrets";
  fs::path work = folder_ / "work";
  /// The maximum number of frames drawn for a session.
  int max_frames = 2;
  OpenedFiles opened = OpenedFiles{(fs::create_directories(secrets), secrets)};
};

TEST_F(HostileSession, IsRefusedOrAcceptedForAnyValueOfAnyKey) {
  const std::vector<json> values = hostile_values();
  std::vector<std::string> descriptions;
  for (const json& value : values) {
    descriptions.push_back(value.dump().substr(0, 60));
  }
  const auto before = contents_of(secrets);
  static_cast<void>(opened.take());
  std::set<std::string> tried;
  for (const json& whole : {whole_session(), earlier_session()}) {
    for (const json::json_pointer& key : keys_of(whole)) {
      // Keys that both versions have are tried once.
      if (!tried.insert(key.to_string()).second) {
        continue;
      }
      json entry{{"texelscope_session", 1}, {"scene", whole.at("scene")}};
      // The part that contains the key, without the other scenes and labs.
      json::json_pointer part = key;
      while (!part.empty() && !part.parent_pointer().empty() && !part.parent_pointer().parent_pointer().empty()) {
        part = part.parent_pointer();
      }
      if (!part.parent_pointer().empty() && !whole.at(part).is_structured()) {
        part = part.parent_pointer();
      }
      entry[part] = whole.at(part);
      // Some keys are read only together with a picture.
      if (whole.contains("image") && !entry.contains("image")) {
        entry["image"] = whole.at("image");
      }
      for (std::size_t i = 0; i < values.size(); ++i) {
        json session = entry;
        session[key] = values[i];
        State taken{app::scenes(), labs()};
        const std::string what = key.to_string() + " = " + descriptions[i];
        try {
          take_session(session.dump(-1, ' ', false, json::error_handler_t::replace), taken);
          static_cast<void>(session_text(taken));
        } catch (const ParameterError&) {
          // A refusal is acceptable.
        } catch (const std::exception& error) {
          ADD_FAILURE() << what << ": " << error.what();
        }
      }
    }
  }
  EXPECT_GT(tried.size(), 300U) << "keys of scenes and labs exist";
  EXPECT_EQ(contents_of(secrets), before);
  EXPECT_TRUE(opened.take().empty());
  EXPECT_TRUE(fs::is_empty(work));
}

TEST_F(HostileSession, DrawsEachLabForAnyValueOfItsSettings) {
  ASSERT_TRUE(opened.is_working());
  const auto before = contents_of(secrets);
  for (const LabDeclaration& lab : labs()) {
    for (const auto& [name, text] : lab.make()->settings()) {
      for (const std::string& value : hostile_texts()) {
        open_and_draw(std::string{lab.name}, {{name, value}},
                      std::string{lab.name} + "." + name + " = " + value.substr(0, 60));
      }
    }
  }
  EXPECT_EQ(contents_of(secrets), before);
  EXPECT_TRUE(fs::is_empty(work)) << "no file is written";
}

TEST_F(HostileSession, ReadsOnlyFilesThatItNames) {
  ASSERT_TRUE(opened.is_working());
  std::vector<fs::path> files{"/dev/zero", "/dev/zero.npy", "/etc/passwd", secrets, "../../x.npy"};
  for (const fs::directory_entry& entry : fs::directory_iterator(secrets)) {
    files.push_back(entry.path());
  }
  bool has_read = false;
  max_frames = 50;
  for (const LabDeclaration& lab : labs()) {
    for (const fs::path& file : files) {
      json settings = settings_of_opened(lab, file);
      open_and_draw(std::string{lab.name}, settings, std::string{lab.name} + " with " + file.string());
      has_read = has_read || (!state.notices.entries().empty() &&
                              state.notices.entries().front().text.starts_with("Reading the files that"));
      // The same session is rejected if it has an unknown setting.
      settings["no such setting"] = "";
      open_and_draw(std::string{lab.name}, settings, std::string{lab.name} + ", refused, with " + file.string());
    }
  }
  EXPECT_TRUE(has_read) << "at least one lab reads at least one file";
  EXPECT_EQ(file_bytes(secrets / "text.cu"), "kept");
  EXPECT_TRUE(fs::is_empty(work));
}

TEST_F(HostileSession, IsExplainedInOneLineIfItIsNotASession) {
  const TemporaryFolder sessions;
  const std::string head = R"({"texelscope_session": 1, "scene": "plain", )";
  const std::map<std::string, std::string> texts{
      {"deep", head + "\"parameters\": " + std::string(400'000, '[')},
      {"deep and complete", head + "\"parameters\": " + std::string(200'000, '[') + std::string(200'000, ']') + "}"},
      {"deep objects", head + "\"labs\": " +
                           [] {
                             std::string text;
                             for (int i = 0; i < 100'000; ++i) {
                               text += "{\"a\":";
                             }
                             return text;
                           }()},
      {"not a number", head + "\"exposure\": NaN}"},
      {"number out of range", head + "\"exposure\": 1e999}"},
      {"large", head + "\"lesson\": \"" + very_long_text() + "\"}"},
      {"invalid text", "\xff\xfe\x1b[31m"},
      {"escapes", head + R"("lab": "\u001b[31m\u0007\u009b"})"},
      {"a long name", head + "\"lab\": \"" + long_text + "\"}"},
      {"nothing", std::string(1000, '\0')},
  };
  for (const auto& [what, text] : texts) {
    EXPECT_FALSE(is_taken([&] { load_session(sessions.write("session.json", text), state); }, what)) << what;
  }
  for (const char* const file : {"/dev/zero", "/dev/null", "/proc/self/mem", "/"}) {
    EXPECT_FALSE(is_taken([&] { load_session(file, state); }, file)) << file;
  }
  EXPECT_FALSE(is_taken([&] { load_session(secrets / "pipe", state); }, "a pipe"));
}

}  // namespace
}  // namespace texelscope::tests
