/** What the language adapters share: scopes, identifiers of calls, strings without secrets, spans, and limits. */
import { createHash } from 'node:crypto';
import type { Node } from 'web-tree-sitter';
import type {
  Argument,
  CallExpression,
  Expression,
  FileFacts,
  ImportStatement,
  LanguageId,
  Parameter,
  Problem,
  Scope,
  Span,
  Statement,
  StringExpression,
} from '../facts/facts.ts';
import { redact } from '../text/redact.ts';

/** Expressions and blocks that are nested deeper than this are unknown. Hostile files nest without end. */
const MAX_DEPTH = 150;
/** Longer strings are shortened; their digest remains. */
const MAX_TEXT = 2_000;
/** More problems of one file aren't reported. */
const MAX_PROBLEMS = 20;

type Mutable<T> = { -readonly [P in keyof T]: T[P] };

/** A scope that is being filled. */
export type OpenScope = Mutable<Omit<Scope, 'statements' | 'parameters' | 'decorators' | 'bases'>> & {
  statements: Statement[];
  parameters: Parameter[];
  decorators: Expression[];
  bases: Argument[];
};

/** Builds the facts of one file. */
export interface Builder {
  readonly path: string;
  /** The scope of the statements that are read now. */
  current: number;
  /** How many conditions surround them. */
  conditions: number;
  /** The names that have to be true for them. */
  flags: readonly string[];
  /** How many loops surround them. */
  loops: number;
  /** How deep the present node is nested. */
  depth: number;
  readonly scopes: OpenScope[];
  readonly problems: Problem[];
  calls: number;
}

/** Creates a builder with an empty module. */
export function createBuilder(path: string, root: Node): Builder {
  const builder: Builder = {
    path,
    current: 0,
    conditions: 0,
    flags: [],
    loops: 0,
    depth: 0,
    scopes: [],
    problems: [],
    calls: 0,
  };
  builder.scopes.push(emptyScope('module', '', spanOf(root)));
  return builder;
}

/** Returns the finished facts. */
export function finish(builder: Builder, language: LanguageId, exports?: FileFacts['exports']): FileFacts {
  const { path, scopes, problems } = builder;
  return { path, language, scopes, problems, ...(exports !== undefined && { exports }) };
}

function emptyScope(kind: Scope['kind'], name: string, span: Span): OpenScope {
  return { kind, name, span, parameters: [], decorators: [], bases: [], statements: [] };
}

/**
 * Adds a scope inside the current one, and fills it.
 *
 * @returns its index
 */
export function addScope(
  builder: Builder,
  kind: 'function' | 'class',
  name: string,
  node: Node,
  fill: (scope: OpenScope) => void,
): number {
  const { current: parent, conditions, flags, loops } = builder;
  const scope = { ...emptyScope(kind, name, spanOf(node)), parent };
  const index = builder.scopes.push(scope) - 1;
  builder.current = index;
  builder.conditions = 0;
  builder.flags = [];
  // The loops remain: a callback in a loop is executed in it.
  try {
    fill(scope);
  } finally {
    builder.current = parent;
    builder.conditions = conditions;
    builder.flags = flags;
    builder.loops = loops;
  }
  return index;
}

/** Adds a statement to the current scope. */
export function addStatement(builder: Builder, statement: Statement): void {
  const hasFlags = builder.flags.length > 0 && (statement.kind === 'evaluate' || statement.kind === 'assign');
  openScope(builder).statements.push({
    ...statement,
    ...(hasFlags && { flags: builder.flags }),
    ...(builder.loops > 0 && { isRepeated: true }),
  });
}

/** Adds an import to the current scope. */
export function addImport(builder: Builder, module: string, name: string | undefined, local: string): void {
  const statement: ImportStatement = { kind: 'import', module, local, ...(name !== undefined && { name }) };
  addStatement(builder, statement);
}

/** The scope of the statements that are read now. */
export function openScope(builder: Builder): OpenScope {
  const scope = builder.scopes[builder.current];
  if (scope === undefined) throw new Error(`There is no scope ${builder.current}.`);
  return scope;
}

/** Reads statements that depend on a condition. */
export function underCondition(builder: Builder, read: () => void): void {
  builder.conditions += 1;
  try {
    read();
  } finally {
    builder.conditions -= 1;
  }
}

/** Reads the statements that are executed when a condition is true. A name that is the condition is stored with them. */
export function whenTrue(builder: Builder, condition: Node | null, read: () => void): void {
  const { flags } = builder;
  if (condition?.type === 'identifier') builder.flags = [...flags, condition.text];
  try {
    read();
  } finally {
    builder.flags = flags;
  }
}

/** Reads statements that a loop repeats. */
export function underLoop(builder: Builder, isLoop: boolean, read: () => void): void {
  builder.loops += isLoop ? 1 : 0;
  try {
    read();
  } finally {
    builder.loops -= isLoop ? 1 : 0;
  }
}

/** Reads something nested; deeper than `MAX_DEPTH`, returns the alternative instead. */
export function nested<T>(builder: Builder, node: Node, read: () => T, alternative: (reason: string) => T): T {
  if (builder.depth >= MAX_DEPTH) {
    const reason = `nested deeper than ${MAX_DEPTH} levels`;
    addProblem(builder, node, `This is ${reason} and was not read.`);
    return alternative(reason);
  }
  builder.depth += 1;
  try {
    return read();
  } finally {
    builder.depth -= 1;
  }
}

/** Records a problem, up to a limit for each file. */
function addProblem(builder: Builder, node: Node, message: string): void {
  if (builder.problems.length < MAX_PROBLEMS) builder.problems.push({ message, span: spanOf(node) });
}

/** Records the outermost syntax errors of a tree. */
export function addSyntaxErrors(builder: Builder, root: Node): void {
  if (!root.hasError) return;
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined && builder.problems.length < MAX_PROBLEMS; node = pending.pop()) {
    if (node.isError) addProblem(builder, node, 'The syntax is not valid here; the rest of the file was read.');
    else if (node.isMissing)
      addProblem(builder, node, `"${node.type}" is missing here; the rest of the file was read.`);
    else pending.push(...node.children.filter((child) => child.hasError || child.isMissing).reverse());
  }
}

/** Creates a call. The identifier counts calls in the order in which they are read. */
export function createCall(
  builder: Builder,
  node: Node,
  callee: Expression,
  callArguments: readonly Argument[],
): CallExpression {
  builder.calls += 1;
  return { kind: 'call', id: builder.calls, callee, arguments: callArguments, span: spanOf(node) };
}

/** Creates a string without secrets. */
export function createString(text: string, node: Node): StringExpression {
  return createStringAt(text, spanOf(node));
}

/** Creates a string without secrets at a position. */
export function createStringAt(text: string, span: Span): StringExpression {
  const { text: safe, redacted } = redact(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text);
  const isComplete = !redacted && text.length <= MAX_TEXT;
  return {
    kind: 'string',
    value: safe,
    ...(!isComplete && { digest: createHash('sha256').update(text).digest('hex') }),
    span,
  };
}

/** Creates an expression whose value the adapter can't tell. */
export function unknown(reason: string): Expression {
  return { kind: 'unknown', reason };
}

/** Reads an expression of a language. */
export type ReadExpression<B extends Builder> = (builder: B, node: Node) => Expression;

/** Lists the named nodes inside of a node, without comments. */
export function childrenOf(node: Node): readonly Node[] {
  return node.namedChildren.filter(({ type }) => !type.endsWith('comment'));
}

/** Reads a node that has no value of interest: the calls inside of it count. */
export function readOther<B extends Builder>(builder: B, node: Node, read: ReadExpression<B>): Expression {
  for (const child of childrenOf(node)) {
    const value = read(builder, child);
    if (value.kind === 'call') addStatement(builder, { kind: 'evaluate', value });
  }
  return unknown(node.type);
}

/** Reads a node that has the value of the first one inside of it, such as parentheses. */
export function readFirst<B extends Builder>(builder: B, node: Node, read: ReadExpression<B>): Expression {
  const [first] = childrenOf(node);
  return first === undefined ? unknown(node.type) : read(builder, first);
}

/** Reads a field of a node; unknown when the node has no such field. */
export function readField<B extends Builder>(
  builder: B,
  node: Node,
  field: string,
  read: ReadExpression<B>,
): Expression {
  const child = node.childForFieldName(field);
  return child === null ? unknown(node.type) : read(builder, child);
}

/** Reads a number with the digits of JavaScript, and with `_` between them. */
export function readNumber(node: Node): Expression {
  const value = Number(node.text.replaceAll('_', ''));
  return Number.isFinite(value) ? { kind: 'constant', value } : unknown('number');
}

/** Returns the position of a node. Rows and columns of the parser count from 0, and its end is exclusive. */
export function spanOf(node: Node): Span {
  const { startPosition: start, endPosition: end } = node;
  // A node that ends with a line break ends in the first column of the next line.
  const endsBefore = end.column === 0 && end.row > start.row;
  return [
    start.row + 1,
    start.column + 1,
    endsBefore ? end.row : end.row + 1,
    Math.max(1, endsBefore ? 1 : end.column),
  ];
}
