"""Finds places in C++ sources whose meaning a small change alters, and rewrites sources so that each change is chosen at run time.

A mutation replaces a text of one file. Its new text becomes an alternative beside the old one, selected by texelscope_mutant(n), so that
one build contains all mutations, and each runs with TEXELSCOPE_MUTANT=n. No line moves, so that errors of the compiler name the place.
"""

import bisect
import collections
import dataclasses
import random
import re

HEADER = r"""#pragma once
#include <type_traits>
#ifdef TEXELSCOPE_MUTATIONS
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
/// One byte for each mutation, shared by all processes of a run; null unless TEXELSCOPE_MUTANTS_REACHED names the file.
inline volatile unsigned char* const texelscope_mutants_reached = [] {
  const char* const path = std::getenv("TEXELSCOPE_MUTANTS_REACHED");
  const int file = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
  void* const bytes = file < 0 ? MAP_FAILED : mmap(nullptr, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  return bytes == MAP_FAILED ? nullptr : static_cast<volatile unsigned char*>(bytes);
}();
inline const int texelscope_mutant_of_run = std::getenv("TEXELSCOPE_MUTANT") == nullptr ? -1 : std::atoi(std::getenv("TEXELSCOPE_MUTANT"));
inline bool texelscope_mutant(int number) {
  if (texelscope_mutants_reached != nullptr) texelscope_mutants_reached[number] = 1;
  return number == texelscope_mutant_of_run;
}
#else
/// Kernels that the program compiles run in a sandbox, where nothing can be recorded.
inline bool texelscope_mutant(int) { return false; }
#endif
/// For constexpr functions: in constant expressions, no mutation applies.
constexpr bool texelscope_constant_mutant(int number) { return !std::is_constant_evaluated() && texelscope_mutant(number); }
"""

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<string>(?:u8|[uUL])?R"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
  | (?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<operator>(?<=\s)(?:<=>|<<=|>>=|<<|>>|<=|>=|<|>)(?=\s)|->\*?|::|\.\.\.|&&|\|\||==|!=|\+\+|--|[-+*/%&|^]=|.)
  """, re.VERBOSE | re.DOTALL | re.MULTILINE)
# Smaller numbers bind tighter.
PRECEDENCE = {**dict.fromkeys("*/%", 5), **dict.fromkeys("+-", 6), "<<": 7, ">>": 7, "<=>": 8, **dict.fromkeys(("<", ">", "<=", ">="), 9),
              "==": 10, "!=": 10, "&": 11, "^": 12, "|": 13, "&&": 14, "||": 15, ",": 17,
              **dict.fromkeys(("?", ":", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="), 16)}
ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "/", "/": "*"}
CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
# Words that begin neither an expression nor a statement that can be left out.
DECLARING = {"using", "typedef", "static_assert", "template", "enum", "case", "default", "goto", "namespace", "struct", "class", "union",
             "requires", "concept", "friend", "operator", "public", "private", "protected", "extern", "asm", "virtual", "explicit"}
NOT_EVALUATED = {"using", "typedef", "static_assert", "enum", "requires", "concept"}
FLOW = {"if", "else", "for", "while", "do", "switch", "return", "throw", "try", "catch", "break", "continue", "co_return", "delete"}


@dataclasses.dataclass
class Mutation:
    file: str
    what: str
    # "expression", "condition" (of any type that converts to bool), "statement" or "constant" (of a variable declared constexpr).
    kind: str
    old: str
    new: str
    start: int = -1
    line: int = 0
    # Where the declaration's word constexpr is, for a constant.
    declared: int = -1
    is_in_constexpr: bool = False

    @property
    def name(self):
        """Identifies it in a later build of the same changes."""
        return self.file, self.what, self.old

    @property
    def end(self):
        return self.start + len(self.old)

    def text(self, number):
        chosen = f"texelscope_{'constant_' if self.is_in_constexpr else ''}mutant({number})"
        new = " ".join(self.new.split())
        if self.kind == "statement":
            return f"{{ if ({chosen}) {{ {new} }} else {{ {self.old} }} }}"
        if self.kind == "condition":
            return f"({chosen} ? {new} : static_cast<bool>({self.old}))"
        return f"({chosen} ? {new} : ({self.old}))"


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


class Source:
    """A file's tokens, its matching brackets, and the kind of each region in braces."""

    def __init__(self, file, text):
        self.file, self.text = file, text
        self.lines = [0] + [match.end() for match in re.finditer("\n", text)]
        self.tokens = [Token(match.lastgroup if match.lastgroup != "mark" else "string", match.group(), match.start(), match.end())
                       for match in TOKEN.finditer(text) if match.lastgroup != "skip"]
        self.match_brackets()

    def match_brackets(self):
        self.partner, self.regions, open_at = {}, [], []
        # For each token, the innermost open bracket, and the first token of its statement.
        self.inside, self.first, first = [], [], [0]
        for index, token in enumerate(self.tokens):
            if token.text in (")", "]", "}") or token.text == ">" and open_at and self.tokens[open_at[-1]].text == "<":
                while open_at and CLOSING[self.tokens[open_at[-1]].text] != token.text:
                    open_at.pop()  # a "<" that was no bracket
                    first.pop()
                if open_at:
                    self.partner[index] = open_at.pop()
                    self.partner[self.partner[index]] = index
                    first.pop()
            self.inside.append(open_at[-1] if open_at else -1)
            self.first.append(first[-1] if first else index)
            # Template brackets have no space before them.
            is_template = token.text == "<" and self.text[token.start - 1].isalnum() and not self.text[token.start - 1].isspace()
            if token.text in ("(", "[", "{") or is_template:
                open_at.append(index)
                first.append(index + 1)
            elif first and (token.text == ";" or token.text == "}" and not self.is_value(index)):
                first[-1] = index + 1
            elif first and token.text == ":" and self.tokens[self.first[index]].text in ("public", "private", "protected", "case", "default"):
                first[-1] = index + 1

    def is_value(self, closing):
        """Whether these braces initialize a value or are a lambda's body, and so do not end a statement."""
        following = self.tokens[closing + 1].text if closing + 1 < len(self.tokens) else ""
        return following in (",", ";", ")", ".", "(", "]", "}", "[", "->", "?", ":", "==", "+", "-", "*", "/", "<", "&&", "||")

    def line_of(self, position):
        return bisect.bisect_right(self.lines, position)

    def head(self, brace):
        """The words of the declaration or statement before a brace."""
        return [token.text for token in self.tokens[self.first[brace]:brace]]

    def enclosing(self, index):
        """The open brackets around a token, the innermost first."""
        while (index := self.inside[index]) >= 0:
            yield index

    def is_function(self, brace):
        words = self.head(brace)
        return self.tokens[brace].text == "{" and ")" in words and not set(words[:1]) & {"namespace", "enum"} \
            and not ({"class", "struct", "union"} & set(words[:2]))

    def function_heads(self, index):
        return [self.head(brace) for brace in self.enclosing(index) if self.tokens[brace].text == "{" and self.is_function(brace)]

    def operands(self, index):
        """The first and last tokens of a binary operator's operands, or None."""
        level = PRECEDENCE[self.tokens[index].text]
        first = index - 1
        while first >= 0:
            token = self.tokens[first]
            if token.text in (")", "]", "}", ">") and first in self.partner:
                first = self.partner[first] - 1
                continue
            if token.text in ("(", "[", "{", ";", "}") or token.text in FLOW or first in self.partner \
                    or PRECEDENCE.get(token.text, 0) > level and not self.is_unary(first):
                break
            first -= 1
        last = index + 1
        while last < len(self.tokens):
            token = self.tokens[last]
            if token.text in ("(", "[", "{", "<") and last in self.partner:
                last = self.partner[last] + 1
                continue
            if token.text in (")", "]", "}", ";") or last in self.partner or PRECEDENCE.get(token.text, 0) >= level and not self.is_unary(last):
                break
            last += 1
        return (first + 1, last - 1) if first + 1 < index and last - 1 > index else None

    def is_unary(self, index):
        token, before = self.tokens[index], self.tokens[index - 1] if index else None
        return token.text in "+-*&" and (before is None or before.kind == "operator" and before.text not in (")", "]", "}", ">")
                                         or before.text in FLOW)

    def span(self, first, last):
        return self.text[self.tokens[first].start:self.tokens[last].end]


def mutation(source, first, last, new, what, kind="expression"):
    """A change of the tokens first to last, with what the rewriting must know about their surroundings."""
    tokens = source.tokens
    heads = source.function_heads(first)
    start = tokens[first].start
    result = Mutation(source.file, what, kind, source.span(first, last), new, start, source.line_of(start))
    result.is_in_constexpr = bool(heads) and any("constexpr" in head for head in heads)
    statement = source.first[first]
    for bracket in source.enclosing(first):
        if tokens[bracket].text == "{" and (source.is_function(bracket) or tokens[source.first[bracket]].text in DECLARING | {"namespace"}):
            break
        statement = source.first[bracket]
    declared = next((index for index in range(statement, first) if tokens[index].text == "constexpr"), -1)
    if declared >= 0 and not (tokens[declared - 1].text == "if"):
        result.kind, result.declared = "constant", tokens[declared].start
    return result


def outside_brackets(source, first, last):
    """The words and operators of tokens outside brackets; "<>" for template arguments, and a space before operators that have one."""
    index = first
    while index <= last:
        token = source.tokens[index]
        is_template = token.text == "<" and index in source.partner
        yield "<>" if is_template else " " + token.text if source.text[token.start - 1].isspace() and token.kind == "operator" else token.text
        if token.text in ("(", "[", "{", "<") and index in source.partner:
            index = source.partner[index]
        index += 1


def is_declaration(words):
    """Whether words outside brackets declare a variable: a type before a name."""
    return any(re.fullmatch(r"\w+|<>|[&*]+", left) and re.match(r"[A-Za-z_]", right) for left, right in zip(words, words[1:])
               if left not in FLOW | {"co_await", "new"})


def statement_at(source, first):
    """The change that leaves out the statement that begins here, or None."""
    last = first
    while last < len(source.tokens) and source.tokens[last].text != ";":
        if source.tokens[last].text in ("}", ")"):
            return None
        last = source.partner.get(last, last) + 1 if source.tokens[last].text in ("(", "[", "{", "<") and last in source.partner else last + 1
    token = source.tokens[first]
    if last >= len(source.tokens) or last == first or token.text in DECLARING | FLOW | {"const", "constexpr", "auto", "static", "mutable", "static_cast"}:
        return None
    if token.kind != "word" and token.text not in ("++", "--", "*"):
        return None
    words = list(outside_brackets(source, first, last - 1))
    assigned = next((index for index, word in enumerate(words) if word.strip() in ASSIGNMENTS), len(words))
    if is_declaration(words[1:assigned] if words[0] == "*" else words[:assigned]) or assigned == len(words) and words[-1] != "(" and not {"++", "--"} & {words[0], words[-1]}:
        return None
    return mutation(source, first, last, "", f"leave out: {' '.join(source.span(first, last).split())}", "statement")


def candidates(file, text):
    """All changes of meaning that are tried in a file."""
    source = Source(file, text)
    tokens = source.tokens
    for index, token in enumerate(tokens):
        heads = source.function_heads(index)
        brackets = [tokens[bracket].text for bracket in source.enclosing(index)]
        first = tokens[source.first[index]].text
        if "<" in brackets or first in DECLARING or any(tokens[source.first[bracket]].text in NOT_EVALUATED for bracket in source.enclosing(index)):
            continue
        # Conditions of "if constexpr".
        if any(tokens[bracket].text == "(" and tokens[bracket - 1].text == "constexpr" for bracket in source.enclosing(index)):
            continue
        before = tokens[index - 1] if index else Token("", "", 0, 0)
        following = tokens[index + 1].text if index + 1 < len(tokens) else ""
        is_initializer = heads or any(tokens[other].text in ("=", "{", "return") for other in range(source.first[index], index)) or "{" in brackets[:1]
        # A member's initial 0 is rarely read.
        if token.kind == "number" and is_initializer and (heads or re.search("[1-9]", token.text)) and before.text not in ("[", "case") and not re.search(r"[a-zA-Z_]{2,}$", token.text.replace("ULL", "U")):
            is_integer = re.fullmatch(r"(?:0[xX][\da-fA-F']+|0[bB][01']+|[\d']+)[uUlLzZ]*", token.text)
            yield mutation(source, index, index, f"({token.text} + 1)" if is_integer or not re.search("[1-9]", token.text) else f"({token.text} * 2)",
                           f"{token.text} is {'one more' if is_integer else 'other'}")
        if not heads:
            continue
        if token.text in ("true", "false"):
            yield mutation(source, index, index, "false" if token.text == "true" else "true", f"not {token.text}")
        elif token.text in ("min", "max") and before.text == "::" and tokens[index - 2].text == "std" and following in ("(", "<"):
            opening = index + 1 if following == "(" else source.partner.get(index + 1, index) + 1
            if opening in source.partner:
                other = "max" if token.text == "min" else "min"
                yield mutation(source, index - 2, source.partner[opening], f"std::{other}{source.text[token.end:tokens[source.partner[opening]].end]}",
                               f"std::{other} for std::{token.text}")
        elif token.text in SWAPS and not source.is_unary(index) and before.text != "operator" and index not in source.partner \
                and source.text[token.start - 1].isspace() and source.text[token.end].isspace():
            extent = source.operands(index)
            if extent is None or any(other.kind == "string" and other.text.endswith('"') for other in tokens[extent[0]:extent[1] + 1]) \
                    and token.text in "+-*/":
                continue
            if is_declaration(list(outside_brackets(source, *extent))):
                continue
            left = source.text[tokens[extent[0]].start:token.start]
            right = source.text[token.end:tokens[extent[1]].end]
            if token.text in ("&&", "||"):
                left, right = f"({left.strip()}) ", f" ({right.strip()})"
            elif token.text in ("-", "*", "/"):
                right = f" ({right.strip()})"
            yield mutation(source, *extent, f"({left}{SWAPS[token.text]}{right})", f"{SWAPS[token.text]} for {token.text} in: {' '.join(source.span(*extent).split())}")
        elif token.text == "if" and following == "(" and index + 1 in source.partner:
            closing = source.partner[index + 1]
            if not any(tokens[other].text in (";", "=") for other in range(index + 2, closing)):
                condition = " ".join(source.span(index + 2, closing - 1).split())
                yield mutation(source, index + 2, closing - 1, "false", f"never: if ({condition})", "condition")
                yield mutation(source, index + 2, closing - 1, "true", f"always: if ({condition})", "condition")
        if (source.first[index] == index and brackets[:1] == ["{"] and source.is_function(source.inside[index]) or before.text == "else"
                or before.text == ")" and index - 1 in source.partner and tokens[source.partner[index - 1] - 1].text in ("if", "for", "while")):
            left_out = statement_at(source, index)
            if left_out is not None:
                yield left_out


def draw(texts, seed):
    """All drawable changes of {file: text}, in random order: a line of any file, then one of its changes."""
    at = collections.defaultdict(list)
    for file in sorted(texts):
        for change in candidates(file, texts[file]):
            at[file, change.line].append(change)
    generator = random.Random(seed)
    lines = sorted(at)
    generator.shuffle(lines)
    return [generator.choice(at[line]) for line in lines]


def locate(record, text):
    """A mutation from data: its old text must occur once, or be the nth occurrence that "at" counts from 1."""
    change = Mutation(record["file"], record["what"], record.get("kind", "expression"), record["old"], record["new"])
    starts = [match.start() for match in re.finditer(re.escape(change.old), text)]
    if not starts:
        raise ValueError(f"{change.file} has no longer '{change.old}'")
    if len(starts) != 1 and not 1 <= record.get("at", 0) <= len(starts):
        raise ValueError(f"{change.file}: '{change.old}' occurs {len(starts)} times; give a longer text, or \"at\" with its number from 1")
    change.start = starts[record.get("at", 1) - 1]
    change.line = text.count("\n", 0, change.start) + 1
    if record.get("is_in_constexpr"):
        change.is_in_constexpr = True
    if change.kind == "constant":
        change.declared = text.rindex("constexpr", 0, change.start)
    return change


def select(changes, taken, count):
    """The first `count` changes that touch no text of those taken, which it extends."""
    chosen = []
    for change in changes:
        if len(chosen) == count:
            break
        begin, end = min(change.start, change.declared if change.declared >= 0 else change.start), change.end
        if all(end <= left or right <= begin for left, right in taken[change.file]):
            taken[change.file].append((begin, end))
            chosen.append(change)
    return chosen


def rewrite(text, numbered, header):
    """A file's text with its mutations, given as (number, mutation); `header` is the path of HEADER's file."""
    edits = [(change.start, change.end, change.text(number)) for number, change in numbered]
    for start in {change.declared for _, change in numbered if change.declared >= 0}:
        edits.append((start, start + len("constexpr"), "const"))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return f'#include "{header}"\n#line 1\n{text}'
