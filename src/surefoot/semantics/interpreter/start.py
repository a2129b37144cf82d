"""First state of a run: globals placed and initialised, unknown globals and arguments chosen."""

from collections.abc import Collection, Mapping, Sequence

from surefoot.logic import Op, Term, Value, bit_vector, evaluate, variable
from surefoot.program.layout import Region, literal_text, may_share
from surefoot.program.program import Function, GlobalObject, InitialCell, Program
from surefoot.program.statements import Origin
from surefoot.semantics.interpreter.effects import encoded
from surefoot.semantics.interpreter.events import Input
from surefoot.semantics.interpreter.machine import Frame, Machine


def start(machine: Machine) -> None:
    """Bring a reset machine to the start of the entry function."""
    _place_outside_objects(machine)
    shared = _place_globals(machine)
    for known in machine.program.global_objects:
        if known not in shared:
            _fill(machine, known)
    _set_global_variables(machine)
    entry = machine.codes[machine.program.entry]
    arguments = []
    for parameter in entry.function.parameters:
        value = machine.choose(parameter.symbol, parameter.span)
        machine.note(Input(parameter.symbol, value, Origin.INPUT, parameter.name))
        arguments.append(value)
    machine.frames.append(Frame(entry, arguments, None))
    machine.started()


def _place_outside_objects(machine: Machine) -> None:
    """Place the objects of environment memory, which no statement allocates."""
    pointer = bit_vector(machine.program.data_model.pointer_width)
    for each in machine.choices.outside_objects():
        symbol = variable(f"&{each.name}", pointer)
        made = machine.new_object(symbol, each.name, Region.OUTSIDE, each.size, 1, each.address, None)
        machine.fill_unknown(made, each.contents, None)


def _place_globals(machine: Machine) -> Collection[GlobalObject]:
    """Place functions and globals, those with given addresses first; return string literals that
    share the end of another one.
    """
    owners: list[Function | GlobalObject] = [*machine.program.functions.values(), *machine.program.global_objects]
    given = {owner.address: machine.choices.global_address(str(owner.address.payload)) for owner in owners}
    shared = [each for each in machine.program.global_objects if _is_end_of_another(each, machine.program, given)]
    for owner in sorted(owners, key=lambda owner: given[owner.address] is None):
        address = given[owner.address]
        if owner in shared and address is not None:
            machine.addresses[owner.address] = address
        else:
            _place(machine, owner, address)
    machine.addresses_in_order[:] = [machine.addresses[symbol] for symbol in machine.address_places]
    return shared


def _is_end_of_another(each: GlobalObject, program: Program, given: Mapping[Term, int | None]) -> bool:
    """Return whether ``each`` is a string literal that ends where a longer one ends, or an earlier
    equal one.
    """
    address = given[each.address]
    text = None if address is None else literal_text(each)
    if address is None or text is None:
        return False
    for other in program.global_objects:
        place = given[other.address]
        if place is not None and place + other.size == address + each.size and other.size >= each.size:
            is_first = other.size > each.size or str(other.address.payload) < str(each.address.payload)
            if is_first and may_share(text, literal_text(other)):
                return True
    return False


def _place(machine: Machine, owner: Function | GlobalObject, address: int | None) -> None:
    match owner:
        case Function():
            placed = machine.new_object(owner.address, owner.name, Region.FUNCTION, 1, 1, address, owner.span)
            machine.code_at[placed.base] = machine.codes[owner.name]
        case GlobalObject():
            region = Region.CONSTANT if owner.constant else Region.GLOBAL
            placed = machine.new_object(
                owner.address, owner.name, region, owner.size, owner.alignment, address, owner.span
            )
    machine.addresses[owner.address] = placed.base


def _fill(machine: Machine, known: GlobalObject) -> None:
    if known.size == 0:
        return
    target = machine.memory.readable(machine.addresses[known.address], known.size)
    if known.cells is None:
        contents = machine.choices.global_contents(str(known.address.payload), known.size)
        machine.fill_unknown(target, contents, known.span)
        return
    if known.address not in machine.images:
        machine.images[known.address] = _image(known.cells)
    for offset, data in machine.images[known.address]:
        target.write(offset, data)
    for cell in known.cells:
        if cell.value.op is not Op.CONSTANT:
            target.write(cell.offset, encoded(evaluate(cell.value, machine.addresses), cell.value.sort))


def _image(cells: Sequence[InitialCell]) -> tuple[tuple[int, bytes], ...]:
    """Return the bytes of the cells without addresses, joined where they are adjacent."""
    pieces: list[tuple[int, bytearray]] = []
    for cell in cells:
        if cell.value.op is Op.CONSTANT:
            data = encoded(cell.value.payload, cell.value.sort)
            if pieces and pieces[-1][0] + len(pieces[-1][1]) == cell.offset:
                pieces[-1][1].extend(data)
            else:
                pieces.append((cell.offset, bytearray(data)))
    return tuple((offset, bytes(data)) for offset, data in pieces)


def _value(initial: Term, machine: Machine) -> Value:
    """Return the value of an initialiser; the bits of a literal NaN are kept."""
    is_spelt_out = initial.op is Op.FP_FROM_IEEE_BV and initial.args[0].op is Op.CONSTANT
    return evaluate(initial.args[0] if is_spelt_out else initial, machine.addresses)


def _set_global_variables(machine: Machine) -> None:
    for known in machine.program.global_variables:
        symbol = known.variable.symbol
        if known.initial is not None:
            machine.globals.append(_value(known.initial, machine))
            continue
        offered = machine.choices.global_value(str(symbol.payload), symbol.sort)
        value = machine.legal(offered, symbol, known.variable.span)
        machine.note(Input(symbol, value, Origin.UNINITIALISED, known.variable.name))
        machine.globals.append(value)
