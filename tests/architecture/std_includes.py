"""Finds names that a source uses without including the standard header for them, directly or through headers of the project.

The build precompiles these headers and a few external ones, so the compiler does not notice a missing include. Headers of the
standard library and external headers are not relied on to include each other.
"""

import re

from tree import INCLUDE, SOURCES, resolve, texts

# Header: names of namespace std, or names that begin with fmt. A name may have several headers; errors suggest the first.
NAMES = {
    "algorithm": """
        adjacent_find all_of any_of binary_search clamp copy copy_if copy_n count count_if equal equal_range fill fill_n find
        find_end find_first_of find_if find_if_not for_each generate generate_n is_sorted lexicographical_compare lower_bound
        max max_element merge min min_element minmax minmax_element mismatch none_of nth_element partial_sort partition
        partition_point remove_copy_if remove_if replace replace_if reverse reverse_copy rotate sample search set_difference
        set_intersection set_union shuffle sort stable_partition stable_sort swap_ranges transform unique upper_bound
        ranges::adjacent_find ranges::all_of ranges::any_of ranges::binary_search ranges::copy ranges::copy_if ranges::copy_n
        ranges::count ranges::count_if ranges::equal ranges::fill ranges::fill_n ranges::find ranges::find_first_of
        ranges::find_if ranges::find_if_not ranges::for_each ranges::generate ranges::includes ranges::is_sorted
        ranges::lexicographical_compare ranges::lower_bound ranges::max ranges::max_element ranges::merge ranges::min
        ranges::min_element ranges::minmax ranges::minmax_element ranges::mismatch ranges::move ranges::next_permutation
        ranges::none_of ranges::nth_element ranges::partial_sort ranges::partition ranges::remove_if ranges::replace
        ranges::replace_if ranges::reverse ranges::rotate ranges::search ranges::set_difference ranges::shuffle ranges::sort
        ranges::stable_partition ranges::stable_sort ranges::swap_ranges ranges::transform ranges::unique ranges::upper_bound""",
    "array": "array to_array",
    "atomic": """atomic atomic_flag atomic_ref memory_order memory_order_acq_rel memory_order_acquire memory_order_relaxed
        memory_order_release memory_order_seq_cst""",
    "bit": "bit_cast bit_ceil bit_floor bit_width countl_zero countr_zero endian has_single_bit popcount rotl rotr",
    "bitset": "bitset",
    "cctype": "isalnum isalpha isdigit isprint ispunct isspace isupper islower isxdigit tolower toupper",
    "charconv": "from_chars to_chars chars_format",
    "chrono": "chrono chrono_literals",
    "cmath": """
        abs acos asin atan atan2 cbrt ceil copysign cos exp exp2 expm1 fabs fdim floor fma fmax fmin fmod fpclassify frexp hypot
        ilogb isfinite isinf isnan isnormal ldexp lerp llrint llround log log10 log1p log2 logb lrint lround modf nan nanf
        nearbyint nextafter pow remainder rint round signbit sin sinh sqrt tan tanh trunc""",
    "compare": "strong_ordering weak_ordering partial_ordering",
    "complex": "complex arg norm polar conj",
    "concepts": "convertible_to derived_from floating_point integral invocable same_as signed_integral unsigned_integral",
    "condition_variable": "condition_variable condition_variable_any cv_status",
    "csignal": "signal raise sig_atomic_t",
    "cstddef": "byte max_align_t nullptr_t ptrdiff_t size_t to_integer",
    "cstdint": """int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t
        int_fast32_t uint_fast32_t""",
    "cstdio": "FILE fclose fflush fopen fprintf fputs fread fwrite printf puts remove rename snprintf sscanf",
    "cstdlib": """abort aligned_alloc atexit atof atoi exit free getenv malloc realloc strtod strtof strtol strtoll strtoul
        strtoull system _Exit""",
    "cstring": "memchr memcmp memcpy memmove memset strchr strcmp strerror strlen strncmp strncpy strrchr strstr",
    "ctime": "time_t tm mktime strftime gmtime localtime",
    "deque": "deque",
    "exception": """exception exception_ptr current_exception make_exception_ptr rethrow_exception terminate
        uncaught_exceptions nested_exception throw_with_nested""",
    "filesystem": "filesystem",
    "fstream": "fstream ifstream ofstream",
    "functional": """bind_front cref function greater hash invoke less multiplies plus ranges::greater ranges::less ref
        reference_wrapper""",
    "future": "async future future_status launch packaged_task promise shared_future",
    "initializer_list": "initializer_list",
    "iostream": "cerr cin clog cout",
    "istream": "istream ws",
    "iterator": """back_inserter inserter istream_iterator istreambuf_iterator ostream_iterator make_move_iterator next prev
        distance advance ranges::distance begin end data size ssize""",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": """addressof align allocator construct_at destroy_at dynamic_pointer_cast enable_shared_from_this make_shared
        make_unique owner_less shared_ptr static_pointer_cast unique_ptr weak_ptr""",
    "mutex": "adopt_lock call_once defer_lock lock_guard mutex once_flag recursive_mutex scoped_lock try_to_lock unique_lock",
    "new": "align_val_t bad_alloc get_new_handler launder new_handler nothrow set_new_handler",
    "numbers": "numbers",
    "numeric": "accumulate exclusive_scan gcd inclusive_scan inner_product iota lcm midpoint partial_sum reduce transform_reduce",
    "optional": "make_optional nullopt nullopt_t optional bad_optional_access",
    "ostream": "endl flush ostream",
    "random": """bernoulli_distribution discrete_distribution mt19937 mt19937_64 normal_distribution random_device
        uniform_int_distribution uniform_real_distribution""",
    "ranges": "views ranges::subrange ranges::views ranges::range ranges::iota_view",
    "ratio": "micro milli nano ratio",
    "regex": "cregex_iterator regex regex_match regex_replace regex_search smatch sregex_iterator",
    "set": "multiset set",
    "shared_mutex": "shared_lock shared_mutex",
    "span": "as_bytes as_writable_bytes dynamic_extent span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "domain_error invalid_argument length_error logic_error out_of_range overflow_error range_error runtime_error",
    "stop_token": "stop_callback stop_source stop_token",
    "streambuf": "streambuf",
    "string": "basic_string char_traits getline stod stof stoi stol stoll stoul stoull string to_string u16string u32string wstring",
    "string_view": "string_view",
    "system_error": "errc error_code error_condition generic_category make_error_code system_category system_error",
    "thread": "jthread this_thread thread",
    "tuple": "apply forward_as_tuple ignore make_tuple tie tuple tuple_cat tuple_element_t tuple_size_v",
    "type_traits": """
        add_const_t common_type_t conditional_t decay_t enable_if_t false_type invoke_result_t is_arithmetic_v is_base_of_v
        is_const_v is_constant_evaluated is_constructible_v is_convertible_v is_copy_constructible_v is_default_constructible_v
        is_empty_v is_enum_v is_floating_point_v is_integral_v is_invocable_r_v is_invocable_v is_pointer_v is_reference_v
        is_same_v is_signed_v is_standard_layout_v is_trivially_copyable_v is_unsigned_v is_void_v make_signed_t make_unsigned_t
        remove_const_t remove_cv_t remove_cvref_t remove_pointer_t remove_reference_t true_type type_identity_t underlying_type_t
        void_t""",
    "typeindex": "type_index",
    "typeinfo": "bad_cast type_info",
    "unordered_map": "unordered_map unordered_multimap",
    "unordered_set": "unordered_set",
    "utility": """as_const cmp_equal cmp_less declval exchange forward get in_place index_sequence integer_sequence
        make_index_sequence make_integer_sequence make_pair move pair piecewise_construct swap to_underlying unreachable""",
    "variant": "bad_variant_access get_if holds_alternative monostate variant visit",
    "vector": "erase erase_if vector",
    "fmt/chrono.h": "fmt::gmtime fmt::localtime",
    "fmt/format.h": """fmt::format fmt::format_int fmt::format_to fmt::format_to_n fmt::formatted_size fmt::formatter
        fmt::memory_buffer fmt::print fmt::ptr fmt::runtime fmt::to_string""",
    "fmt/ranges.h": "fmt::join",
}

# Names that the standard allows other headers to provide, too, because their declarations use them.
CONTAINERS = "array deque list map set span string string_view unordered_map unordered_set vector"
STREAMS = "fstream iostream istream ostream sstream"
ALSO = {
    "size_t ptrdiff_t nullptr_t": f"cstdio cstdlib cstring ctime memory new iterator {CONTAINERS}",
    "byte": "span",
    "begin end data size ssize": CONTAINERS,
    "swap move forward pair make_pair declval": f"algorithm functional map memory tuple unordered_map {CONTAINERS}",
    "get tuple_element_t tuple_size_v": "array tuple variant",
    "tuple": "functional",
    "initializer_list": CONTAINERS,
    "string": f"filesystem {STREAMS}",
    "string_view": "string filesystem",
    "less hash": "map set unordered_map unordered_set string memory",
    "erase erase_if": f"deque list map set string unordered_map unordered_set {CONTAINERS}",
    "abs": "cstdlib complex",
    "exp log pow sqrt": "complex",
    "remove": "algorithm",
    "nan": "limits",
    "exception": "new stdexcept system_error future filesystem",
    "bad_alloc": "memory",
    "errc": "charconv",
    "error_code errc system_error": "filesystem",
    "istream": f"iosfwd {STREAMS}",
    "ostream flush endl streamsize": f"iosfwd {STREAMS}",
    "streambuf": "iosfwd istream ostream fstream",
    "ws": "iostream sstream fstream",
    "unique_lock lock_guard mutex": "condition_variable shared_mutex",
    "stop_token stop_source": "thread condition_variable",
    "milli micro nano ratio": "chrono",
    "chrono": "thread future condition_variable mutex",
    "in_place": "optional variant",
    "thread": "future",
    "fmt::format fmt::to_string": "fmt/ranges.h fmt/chrono.h",
}

HEADERS_OF = {}
for header, words in NAMES.items():
    for word in words.split():
        HEADERS_OF.setdefault(word, []).append(header)
for words, headers in ALSO.items():
    for word in words.split():
        HEADERS_OF.setdefault(word, []).extend(headers.split())

# External namespaces: their headers, which are precompiled, too, or the text of a forward declaration.
NAMESPACES = {
    "CLI": ["CLI/CLI.hpp", "namespace CLI {"],
    "ImGui": ["imgui.h"],
    "nlohmann": ["nlohmann/json.hpp", "nlohmann/json_fwd.hpp"],
    "testing": ["gtest/gtest.h", "gmock/gmock.h", "rapidcheck/gtest.h"],
}

# Everything but code: string literals, which may contain code of kernels, comments and character literals.
TEXT = r'R"([^(\s]*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
NO_CODE = re.compile(r'^[ \t]*#[ \t]*include.*$|' + TEXT, re.MULTILINE)
DECLARED = re.compile(r"^namespace \w+ \{", re.MULTILINE)
NAME = re.compile(rf"\b(?:std::((?:ranges::)?\w+)|(fmt::\w+)|({'|'.join(NAMESPACES)})::)")


def missing_std_includes(tree):
    direct = {path: {*INCLUDE.findall(text), *DECLARED.findall(text)} for path, text in texts(tree, SOURCES)}
    reached = {}

    def all_of(path):
        """Everything that a source includes directly and through headers of the project."""
        if path not in reached:
            reached[path] = set(direct.get(path, ()))
            for name in direct.get(path, ()):
                if target := resolve(tree, name):
                    reached[path] |= all_of(target)
        return reached[path]

    for path, text in texts(tree, SOURCES):
        included = all_of(path)
        code = NO_CODE.sub(" ", text)
        missing = {}
        for name in sorted({"".join(names) for names in NAME.findall(code)}):
            headers = HEADERS_OF.get(name) or NAMESPACES.get(name, [])
            if headers and included.isdisjoint(headers):
                missing.setdefault(headers[0], []).append(name)
        for header, names in missing.items():
            yield f"{path}: uses {', '.join(names)} without #include <{header}>"
