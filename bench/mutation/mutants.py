# SPDX-License-Identifier: Apache-2.0
"""Makes mutants of a C++ source: small semantic changes, found with Clang's syntax tree.

Operators: replace comparisons and logical operators, negate conditions, swap true and false, increment numbers, remove
calls and assignments that are statements, remove continue and break. Code that only writes messages is not mutated,
because the cases do not judge texts. `Ignored` describes further code that is not mutated.
"""

import dataclasses
import hashlib
import pathlib
import re

import clang.cindex
from clang.cindex import CursorKind as Kind

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXCHANGES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
             "&&": "||", "||": "&&", "+": "-", "-": "+"}
CONDITIONED = (Kind.IF_STMT, Kind.WHILE_STMT)
ALONE = (Kind.CALL_EXPR, Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR,
         Kind.UNARY_OPERATOR)
# Code that writes messages, and code that only saves time.
WITHOUT_MEANING = ("log.", "log_.", "Log(", "Warn(", ".Write(", "Report(", "*error = \"",
                   "*problem = \"", "reserve(")


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One change of one file. Positions are byte offsets in the file."""
    api: str
    file: str  # relative to the repository
    line: int
    start: int
    end: int
    before: str
    after: str
    context: str  # the line without leading and trailing white space

    @property
    def name(self):
        return f"{self.file}:{self.line} {self.before!r} -> {self.after!r}"

    @property
    def key(self):
        """An identifier that does not change when lines above move, for the list of explained survivors."""
        text = f"{self.file}|{self.context}|{self.before}|{self.after}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def sources(self):
        """The changed file, in the form that build_variant requires."""
        source = (ROOT / self.file).read_bytes()
        changed = source[:self.start] + self.after.encode() + source[self.end:]
        return {self.file: changed.decode()}


NOTHING = r"(?!)"  # a regular expression that matches nothing


@dataclasses.dataclass(frozen=True)
class Ignored:
    """Code that is not mutated, as regular expressions: statements that contain `code`; an if whose condition or only
    statement contains it, except the else branch; and functions whose whole name matches `functions`."""
    code: str = NOTHING
    functions: str = NOTHING

    def has_code(self, text):
        return re.search(self.code, text) is not None

    def is_function(self, name):
        return re.fullmatch(self.functions, name) is not None


FUNCTIONS = (Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.FUNCTION_TEMPLATE)
BLOCKS = (Kind.COMPOUND_STMT, Kind.FOR_STMT, Kind.WHILE_STMT, Kind.CXX_FOR_RANGE_STMT, Kind.DO_STMT, Kind.SWITCH_STMT,
          Kind.CASE_STMT, Kind.DEFAULT_STMT)


class _Finder:
    def __init__(self, api, root, path, arguments, ignored):
        self._api, self._path, self._ignored = api, path, ignored
        self._name = str(path.relative_to(root))
        self._source = path.read_bytes()
        self._unit = clang.cindex.Index.create().parse(str(path), args=arguments)
        self.found = {}

    def run(self):
        severe = [each.spelling for each in self._unit.diagnostics
                  if each.severity >= clang.cindex.Diagnostic.Error]
        if severe:
            raise ValueError(f"{self._name}: {severe[0]}")
        self._visit(self._unit.cursor, None)
        return sorted(self.found.values(), key=lambda each: (each.start, each.after))

    def _text(self, extent):
        return self._source[extent.start.offset:extent.end.offset].decode()

    def _add(self, start, end, after):
        line = self._source.count(b"\n", 0, start) + 1
        context = self._source.split(b"\n")[line - 1].decode().strip()
        before = self._source[start:end].decode()
        if any(word in context for word in WITHOUT_MEANING) and "if (" not in context:
            return
        if ".IsEnabled(" in before:  # a condition that only decides whether to compose a message
            return
        self.found[(start, end, after)] = Mutant(
            self._api, self._name, line, start, end, before, after, context)

    def _visit(self, cursor, parent):
        for child in cursor.get_children():
            if child.location.file is not None and child.location.file.name != str(self._path):
                continue
            if self._is_ignored(child, cursor):
                continue
            self._mutate(child, cursor)
            self._visit(child, cursor)

    def _is_ignored(self, cursor, parent):
        if cursor.kind in FUNCTIONS:
            return self._ignored.is_function(cursor.spelling)
        if parent.kind == Kind.IF_STMT and self._is_ignored_if(parent):
            return cursor.extent.start.offset < self._else_of(parent)
        is_statement = parent.kind in BLOCKS and cursor.kind not in BLOCKS + (Kind.IF_STMT,)
        return is_statement and self._ignored.has_code(self._text(cursor.extent))

    def _else_of(self, branch):
        """Where the else branch of an if begins; the end of the file without one."""
        parts = [child.extent.start.offset for child in branch.get_children()]
        between = self._source[parts[-2]:parts[-1]].decode()
        has_else = len(parts) > 2 and re.search(r"\belse\s*$", between) is not None
        return parts[-1] if has_else else len(self._source)

    def _is_ignored_if(self, branch):
        """Whether the condition, or the only statement of the first branch, has code that is ignored."""
        last = self._else_of(branch)
        first = [child for child in branch.get_children() if child.extent.start.offset < last][-1]
        end = first.extent.start if first.kind in BLOCKS else first.extent.end
        text = self._source[branch.extent.start.offset:end.offset].decode()
        return self._ignored.has_code(text)

    def _mutate(self, cursor, parent):
        extent = cursor.extent
        if extent.start.file is None or extent.start.file.name != str(self._path):
            return
        if cursor.kind in (Kind.BINARY_OPERATOR, Kind.CALL_EXPR):
            self._exchange_operator(cursor)
        if cursor.kind == Kind.CXX_BOOL_LITERAL_EXPR:
            text = self._text(extent)
            if text in ("true", "false"):
                self._add(extent.start.offset, extent.end.offset,
                          "false" if text == "true" else "true")
        if cursor.kind == Kind.INTEGER_LITERAL:
            text = self._text(extent)
            if text.isdigit():
                self._add(extent.start.offset, extent.end.offset, str(int(text) + 1))
        if cursor.kind in CONDITIONED and not (cursor.kind == Kind.IF_STMT and self._is_ignored_if(cursor)):
            self._negate(cursor)
        if parent.kind == Kind.COMPOUND_STMT:
            self._leave_out(cursor)
        elif parent.kind in (Kind.IF_STMT, Kind.FOR_STMT, Kind.CXX_FOR_RANGE_STMT) and \
                cursor.kind in (Kind.CONTINUE_STMT, Kind.BREAK_STMT):
            self._add(extent.start.offset, extent.end.offset, "{}")

    def _exchange_operator(self, cursor):
        operands = list(cursor.get_children())
        if cursor.kind == Kind.BINARY_OPERATOR:
            if len(operands) != 2:
                return
            start, end = operands[0].extent.end.offset, operands[1].extent.start.offset
        else:  # an overloaded operator: children are left operand, operator, right operand
            if len(operands) != 3 or not cursor.spelling.startswith("operator"):
                return
            start, end = operands[0].extent.end.offset, operands[2].extent.start.offset
        if not 0 < start < end:
            return
        between = self._source[start:end].decode()
        sign = between.strip()
        if sign in EXCHANGES:
            at = start + between.index(sign)
            self._add(at, at + len(sign), EXCHANGES[sign])

    def _negate(self, cursor):
        text = self._text(cursor.extent)
        opening = text.find("(")
        if text[:opening].strip() not in ("if", "while"):
            return
        depth = 0
        for place in range(opening, len(text)):
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            if depth == 0:
                break
        condition = text[opening + 1:place]
        declared = condition.rfind(";") + 1  # an if with an initializer before the condition
        words = condition[declared:].strip()
        start = cursor.extent.start.offset + len(text[:opening + 1 + declared].encode())
        end = cursor.extent.start.offset + len(text[:place].encode())
        # A declaration as the condition cannot be negated in place.
        if words and " = " not in words.split("==")[0]:
            self._add(start, end, f" !({words})" if declared else f"!({words})")

    def _leave_out(self, cursor):
        extent = cursor.extent
        if cursor.kind not in ALONE + (Kind.CONTINUE_STMT, Kind.BREAK_STMT):
            return
        rest = self._source[extent.end.offset:extent.end.offset + 1]
        if rest == b";" and not any(word in self._text(extent) for word in WITHOUT_MEANING):
            self._add(extent.start.offset, extent.end.offset + 1, "{}")


def mutants_of(api, root, path, arguments, ignored=Ignored()):
    """All mutants of `path`, in the order of the text; `arguments` are the compiler's."""
    return _Finder(api, pathlib.Path(root), pathlib.Path(path), arguments, ignored).run()
