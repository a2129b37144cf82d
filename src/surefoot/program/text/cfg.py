"""Control-flow graphs of programs, as text and for Graphviz."""

from collections.abc import Iterator

from surefoot.program.access import successors
from surefoot.program.program import Block, Function, Program
from surefoot.program.statements import Branch, Call, Goto, Return, Stop
from surefoot.program.text.printer import print_statement
from surefoot.program.text.words import written_name


def cfg_text(program: Program) -> str:
    """Return one line for each block: number of statements, callees, source lines, and successors."""
    return "".join(f"{line}\n" for function in program.functions.values() for line in _function_text(function))


def _function_text(function: Function) -> Iterator[str]:
    yield f"function {written_name(function.name)}: {_counted(len(function.blocks), 'block')}"
    width = max(len(written_name(label)) for label in function.blocks)
    for block in function.blocks.values():
        notes = [_counted(len(block.statements), "statement"), *_lines_of(block), *_callees(block)]
        yield f"  {written_name(block.label):{width}}  {_exit_text(block)}  ({', '.join(notes)})"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _exit_text(block: Block) -> str:
    match block.terminator:
        case Goto() | Branch():
            return "-> " + ", ".join(written_name(label) for label in successors(block.terminator))
        case Return():
            return "return"
        case Stop():
            return "stop"


def _lines_of(block: Block) -> Iterator[str]:
    spans = [statement.span for statement in (*block.statements, block.terminator) if statement.span is not None]
    if spans:
        first, last = min(spans), max(spans)
        yield f"{first.file}:{first.line}" + (
            f"-{last.line}" if (first.file, first.line) != (last.file, last.line) else ""
        )


def _callees(block: Block) -> Iterator[str]:
    calls = [statement for statement in block.statements if isinstance(statement, Call)]
    names = [call.callee if isinstance(call.callee, str) else "a pointer" for call in calls]
    if names:
        yield f"calls {', '.join(dict.fromkeys(names))}"


def cfg_dot(program: Program) -> str:
    """Return the graph for Graphviz: a cluster for each function, a node with its statements for
    each block.
    """
    lines = ["digraph program {", '  node [shape=box, fontname="monospace", fontsize=10];']
    for number, function in enumerate(program.functions.values()):
        nodes = {label: f"b{number}_{place}" for place, label in enumerate(function.blocks)}
        lines.append(f"  subgraph cluster_{number} {{")
        lines.append(f'    label="{_escaped(function.name)}";')
        for label, block in function.blocks.items():
            lines.append(f'    {nodes[label]} [label="{_node_label(block)}"];')
            lines.extend(f"    {nodes[label]} -> {edge};" for edge in _edges(block, nodes))
        lines.append("  }")
    lines.append("}")
    return "".join(f"{line}\n" for line in lines)


def _node_label(block: Block) -> str:
    body = [print_statement(statement) for statement in (*block.statements, block.terminator)]
    return "".join(f"{_escaped(line)}\\l" for line in (f"{block.label}:", *body))


def _edges(block: Block, nodes: dict[str, str]) -> Iterator[str]:
    match block.terminator:
        case Branch(_, then, otherwise):
            yield f'{nodes[then]} [label="yes"]'
            yield f'{nodes[otherwise]} [label="no"]'
        case Goto(target):
            yield nodes[target]
        case Return() | Stop():
            return


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
