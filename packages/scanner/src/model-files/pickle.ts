/**
 * Lists what a pickle would import, without unpickling: the stack machine is followed with strings and names only, nothing is
 * imported or called. A list of names alone would miss `STACK_GLOBAL`, whose names come from the stack or from the memo.
 * Source of the opcodes: https://github.com/python/cpython/blob/main/Lib/pickletools.py
 */
import { type Bytes, type Cursor, createCursor, MalformedFile } from './bytes.ts';
import { createImport, type PickleImport } from './pickle-imports.ts';

/** What was found, and why reading ended early. */
export interface PickleContents {
  /** Each import once, in order of appearance. */
  readonly imports: readonly PickleImport[];
  readonly problem?: string;
}

/** More opcodes aren't followed. A list of a million numbers has two million. */
const MAX_OPCODES = 10_000_000;
/** More values on the stack, and more memorized strings, aren't followed. */
const MAX_STACK = 5_000_000;
const MAX_MEMO = 2_000_000;
/** Longer strings can't be module names. */
const MAX_NAME = 1_024;
/** More imports add no information. */
const MAX_IMPORTS = 1_000;
/** Old files of PyTorch have five pickles one after the other. */
const MAX_PICKLES = 20;

const MARK = Symbol('mark');
const OTHER = undefined;
type StackValue = string | typeof MARK | undefined;

interface Machine {
  readonly cursor: Cursor;
  stack: StackValue[];
  readonly memo: Map<number, string>;
  /** How many values were memorized, whatever they are. */
  memorized: number;
  readonly found: Map<string, PickleImport>;
}

/** Returns whether bytes start like a pickle of protocol 2 or newer. */
export function isPickle(bytes: Bytes): boolean {
  if (bytes.size < 3) return false;
  const [first, protocol] = bytes.read(0, 2);
  return first === 0x80 && protocol !== undefined && protocol >= 2 && protocol <= 5;
}

/** Reads all pickles of a file. What follows the last complete one, such as tensors, isn't read. */
export function readPickles(bytes: Bytes): PickleContents {
  const found = new Map<string, PickleImport>();
  const cursor = createCursor(bytes);
  const budget = { left: MAX_OPCODES };
  for (let count = 0; count < MAX_PICKLES && cursor.position < bytes.size; count += 1) {
    // The first bytes may be of protocol 0 or 1, which have no mark. After a complete pickle, only a marked one is certain.
    if (count > 0 && !isMarked(bytes, cursor.position)) break;
    const machine: Machine = { cursor, stack: [], memo: new Map(), memorized: 0, found };
    try {
      run(machine, budget);
    } catch (error) {
      if (!(error instanceof MalformedFile)) throw error;
      return { imports: [...found.values()], problem: error.message };
    }
  }
  return { imports: [...found.values()] };
}

function isMarked(bytes: Bytes, position: number): boolean {
  if (position + 2 > bytes.size) return false;
  const [first, protocol] = bytes.read(position, 2);
  return first === 0x80 && protocol !== undefined && protocol <= 5;
}

/** Follows one pickle to its `STOP`. */
function run(machine: Machine, budget: { left: number }): void {
  const { cursor } = machine;
  for (;;) {
    budget.left -= 1;
    if (budget.left < 0) throw new MalformedFile(`The pickle has more than ${MAX_OPCODES} operations.`);
    const start = cursor.position;
    const opcode = cursor.unsigned(1);
    if (opcode === STOP) return;
    const execute = OPCODES[opcode];
    if (execute === undefined) throw new MalformedFile(`The pickle is invalid at byte ${start}.`);
    execute(machine);
    if (machine.stack.length > MAX_STACK) throw new MalformedFile(`The pickle nests more than ${MAX_STACK} values.`);
  }
}

const STOP = 0x2e;

type Execute = (machine: Machine) => void;

function pop({ stack, cursor }: Machine): StackValue {
  if (stack.length === 0) throw new MalformedFile(`The pickle takes a missing value at byte ${cursor.position}.`);
  return stack.pop();
}

function popToMark(machine: Machine): void {
  while (pop(machine) !== MARK);
}

function line({ cursor }: Machine): string {
  const parts: number[] = [];
  for (let byte = cursor.unsigned(1); byte !== 0x0a; byte = cursor.unsigned(1)) {
    // A longer line is a long text or number, which isn't a name.
    if (parts.length < MAX_NAME) parts.push(byte);
  }
  return Buffer.from(parts).toString('utf8').replace(/\r$/, '');
}

/** Pushes a string of a length, if it can be a name. */
function pushString(machine: Machine, length: number): void {
  if (length <= MAX_NAME) machine.stack.push(machine.cursor.take(length).toString('utf8'));
  else {
    machine.cursor.skip(length);
    machine.stack.push(OTHER);
  }
}

function addImport({ found }: Machine, module: StackValue, name: StackValue): void {
  const added = createImport(
    typeof module === 'string' ? module : undefined,
    typeof name === 'string' ? name : undefined,
  );
  const key = `${added.module} ${added.name}`;
  if (found.size < MAX_IMPORTS || added.risk === 'runs_code') found.set(key, found.get(key) ?? added);
  if (found.size > 2 * MAX_IMPORTS) throw new MalformedFile(`The pickle has more than ${2 * MAX_IMPORTS} imports.`);
}

function memorize(machine: Machine, index: number): void {
  const value = machine.stack.at(-1);
  machine.memorized = Math.max(machine.memorized + 1, 0);
  // A later value can replace an earlier one in the memo.
  if (typeof value !== 'string') machine.memo.delete(index);
  else if (machine.memo.size < MAX_MEMO) machine.memo.set(index, value);
  else throw new MalformedFile(`The pickle memorizes more than ${MAX_MEMO} strings.`);
}

const signed = (value: number) => (value > 0x7fffffff ? value - 0x1_0000_0000 : value);

/** Leaves out bytes after the opcode, and pushes a value that isn't a string. */
const push =
  (skipped = 0): Execute =>
  ({ cursor, stack }) => {
    cursor.skip(skipped);
    stack.push(OTHER);
  };
const replace =
  (taken: number): Execute =>
  (machine) => {
    for (let index = 0; index < taken; index += 1) pop(machine);
    machine.stack.push(OTHER);
  };
const drop =
  (taken: number): Execute =>
  (machine) => {
    for (let index = 0; index < taken; index += 1) pop(machine);
  };
const collect: Execute = (machine) => {
  popToMark(machine);
  machine.stack.push(OTHER);
};
const pushLine: Execute = (machine) => {
  line(machine);
  machine.stack.push(OTHER);
};
const bytesOf =
  (length: 1 | 4 | 8): Execute =>
  ({ cursor, stack }) => {
    cursor.skip(cursor.unsigned(length));
    stack.push(OTHER);
  };
const textOf =
  (length: 1 | 4 | 8): Execute =>
  (machine) =>
    pushString(machine, machine.cursor.unsigned(length));
const get =
  (index: (machine: Machine) => number): Execute =>
  (machine) =>
    void machine.stack.push(machine.memo.get(index(machine)) ?? OTHER);
const put =
  (index: (machine: Machine) => number): Execute =>
  (machine) => {
    if (machine.stack.length === 0) throw new MalformedFile('The pickle memorizes a missing value.');
    memorize(machine, index(machine));
  };
const extension =
  (length: 1 | 2 | 4): Execute =>
  (machine) => {
    // A registry of the process that unpickles decides what it is.
    machine.cursor.skip(length);
    addImport(machine, undefined, undefined);
    machine.stack.push(OTHER);
  };

/** What each opcode does to the stack and to the memo. */
const OPCODES: Readonly<Record<number, Execute>> = {
  // MARK, POP, POP_MARK, DUP
  40: ({ stack }) => void stack.push(MARK),
  48: drop(1),
  49: popToMark,
  50: (machine) => {
    const value = pop(machine);
    machine.stack.push(value, value);
  },
  // Numbers and None: FLOAT, INT, BININT, BININT1, LONG, BININT2, NONE, BINFLOAT, NEWTRUE, NEWFALSE, LONG1, LONG4
  70: pushLine,
  73: pushLine,
  74: push(4),
  75: push(1),
  76: pushLine,
  77: push(2),
  78: push(),
  71: push(8),
  136: push(),
  137: push(),
  138: bytesOf(1),
  139: bytesOf(4),
  // Strings: STRING, BINSTRING, SHORT_BINSTRING, UNICODE, BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
  83: (machine) =>
    void machine.stack.push(
      line(machine)
        .replace(/^(['"])(.*)\1$/, '$2')
        .slice(0, MAX_NAME),
    ),
  84: (machine) => {
    const length = signed(machine.cursor.unsigned(4));
    pushString(machine, length < 0 ? Number.MAX_VALUE : length);
  },
  85: textOf(1),
  86: (machine) => void machine.stack.push(line(machine).slice(0, MAX_NAME)),
  88: textOf(4),
  140: textOf(1),
  141: textOf(8),
  // Bytes: BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8, NEXT_BUFFER, READONLY_BUFFER
  66: bytesOf(4),
  67: bytesOf(1),
  142: bytesOf(8),
  150: bytesOf(8),
  151: push(),
  152: () => {},
  // Collections: EMPTY_LIST, APPEND, APPENDS, LIST, EMPTY_TUPLE, TUPLE, TUPLE1, TUPLE2, TUPLE3, EMPTY_DICT, DICT, SETITEM,
  // SETITEMS, EMPTY_SET, ADDITEMS, FROZENSET
  93: push(),
  97: drop(1),
  101: popToMark,
  108: collect,
  41: push(),
  116: collect,
  133: replace(1),
  134: replace(2),
  135: replace(3),
  125: push(),
  100: collect,
  115: drop(2),
  117: popToMark,
  143: push(),
  144: popToMark,
  145: collect,
  // The memo: GET, BINGET, LONG_BINGET, PUT, BINPUT, LONG_BINPUT, MEMOIZE
  103: get((machine) => Number(line(machine))),
  104: get(({ cursor }) => cursor.unsigned(1)),
  106: get(({ cursor }) => cursor.unsigned(4)),
  112: put((machine) => Number(line(machine))),
  113: put(({ cursor }) => cursor.unsigned(1)),
  114: put(({ cursor }) => cursor.unsigned(4)),
  148: put(({ memorized }) => memorized),
  // Imports: GLOBAL, STACK_GLOBAL, INST, EXT1, EXT2, EXT4
  99: (machine) => {
    const module = line(machine);
    addImport(machine, module, line(machine));
    machine.stack.push(OTHER);
  },
  147: (machine) => {
    const name = pop(machine);
    addImport(machine, pop(machine), name);
    machine.stack.push(OTHER);
  },
  105: (machine) => {
    const module = line(machine);
    addImport(machine, module, line(machine));
    collect(machine);
  },
  130: extension(1),
  131: extension(2),
  132: extension(4),
  // Calls and objects: REDUCE, BUILD, OBJ, NEWOBJ, NEWOBJ_EX, PERSID, BINPERSID
  82: replace(2),
  98: drop(1),
  111: collect,
  129: replace(2),
  146: replace(3),
  80: pushLine,
  81: replace(1),
  // PROTO, FRAME
  128: ({ cursor }) => cursor.skip(1),
  149: ({ cursor }) => cursor.skip(8),
};
