/** Reads the statements of Python. Blocks are flattened into their scope. */
import type { Node } from 'web-tree-sitter';
import type { Argument, Expression } from '../../facts/facts.ts';
import {
  addImport,
  addScope,
  addStatement,
  type Builder,
  nested,
  openScope,
  spanOf,
  underCondition,
  underLoop,
  whenTrue,
} from '../builder.ts';
import { cleanDocumentation } from '../strings.ts';
import { readArguments, readExpression, readParameters, readTarget, readType } from './expressions.ts';

/** Reads the statements of a block or a module into the current scope. */
export function readBlock(builder: Builder, block: Node): void {
  for (const statement of block.namedChildren) {
    nested(
      builder,
      statement,
      () => readStatement(builder, statement),
      () => undefined,
    );
  }
}

type Read = (builder: Builder, node: Node) => void;

const STATEMENTS: Record<string, Read> = {
  expression_statement: readExpressionStatement,
  return_statement: readReturn,
  raise_statement: readRaise,
  import_statement: readImport,
  import_from_statement: readImportFrom,
  decorated_definition: readDecorated,
  function_definition: (builder, node) => readFunction(builder, node, node, []),
  class_definition: (builder, node) => readClass(builder, node, node, []),
  if_statement: readConditional,
  try_statement: readTry,
  while_statement: (builder, node) => underLoop(builder, true, () => readConditional(builder, node)),
  match_statement: readConditional,
  case_clause: readConditional,
  global_statement: readGlobal,
  for_statement: readFor,
  with_statement: readWith,
  type_alias_statement: readTypeAlias,
};

function readStatement(builder: Builder, node: Node): void {
  STATEMENTS[node.type]?.(builder, node);
  if (node.type === 'ERROR') readBlock(builder, node);
}

function readExpressionStatement(builder: Builder, node: Node): void {
  for (const child of node.namedChildren) {
    if (child.type === 'assignment' || child.type === 'augmented_assignment') readAssignment(builder, child);
    else if (child.type === 'yield') addReturn(builder, child.namedChildren.at(-1));
    else if (child.type !== 'comment' && child.type !== 'string') {
      addStatement(builder, {
        kind: 'evaluate',
        value: readExpression(builder, child),
        ...(builder.conditions > 0 && { isConditional: true }),
      });
    }
  }
}

function readAssignment(builder: Builder, node: Node): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const type = node.childForFieldName('type');
  if (left === null) return;
  const chained = right?.type === 'assignment' || right?.type === 'augmented_assignment';
  // `a = b = c` assigns c to both.
  if (chained) readAssignment(builder, right);
  const source = chained ? lastRight(right) : right;
  const value = source?.type === 'yield' ? readExpression(builder, source.namedChildren.at(-1) ?? source) : undefined;
  addStatement(builder, {
    kind: 'assign',
    target: readTarget(builder, left),
    ...(source !== null && { value: value ?? readExpression(builder, source) }),
    ...(type !== null && { type: readType(builder, type) }),
    ...(node.type === 'augmented_assignment' && { isAddition: true }),
    ...(builder.conditions > 0 && { isConditional: true }),
    span: spanOf(node),
  });
}

function lastRight(node: Node): Node | null {
  const right = node.childForFieldName('right');
  return right?.type === 'assignment' ? lastRight(right) : right;
}

function readTypeAlias(builder: Builder, node: Node): void {
  const [left, right] = node.namedChildren;
  if (left === undefined || right === undefined) return;
  addStatement(builder, {
    kind: 'assign',
    target: readTarget(builder, left.namedChildren[0] ?? left),
    value: readType(builder, right),
    span: spanOf(node),
  });
}

function readReturn(builder: Builder, node: Node): void {
  addReturn(builder, node.namedChildren[0]);
}

function readGlobal(builder: Builder, node: Node): void {
  const names = node.namedChildren.filter(({ type }) => type === 'identifier').map(({ text }) => text);
  const scope = openScope(builder);
  scope.globals = [...(scope.globals ?? []), ...names];
}

/** What is raised is created by a call. */
function readRaise(builder: Builder, node: Node): void {
  const [raised] = node.namedChildren;
  if (raised?.type === 'call') addStatement(builder, { kind: 'evaluate', value: readExpression(builder, raised) });
}

function addReturn(builder: Builder, value: Node | undefined): void {
  if (value !== undefined) addStatement(builder, { kind: 'return', value: readExpression(builder, value) });
}

function readImport(builder: Builder, node: Node): void {
  for (const name of node.childrenForFieldName('name')) {
    if (name.type === 'aliased_import') {
      const module = name.childForFieldName('name')?.text ?? '';
      addImport(builder, module, undefined, name.childForFieldName('alias')?.text ?? module);
    } else {
      // `import a.b` binds `a`, and makes `a.b` available through it.
      const [first = name.text] = name.text.split('.');
      addImport(builder, first, undefined, first);
    }
  }
}

function readImportFrom(builder: Builder, node: Node): void {
  const module = node.childForFieldName('module_name')?.text.replaceAll(/\s/g, '') ?? '';
  if (node.namedChildren.some(({ type }) => type === 'wildcard_import')) addImport(builder, module, '*', '*');
  for (const name of node.childrenForFieldName('name')) {
    const original = name.type === 'aliased_import' ? (name.childForFieldName('name')?.text ?? '') : name.text;
    addImport(builder, module, original, name.childForFieldName('alias')?.text ?? original);
  }
}

function readDecorated(builder: Builder, node: Node): void {
  const decorators = node.namedChildren
    .filter(({ type }) => type === 'decorator')
    .flatMap(({ namedChildren }) => namedChildren.slice(0, 1))
    .map((decorator) => readExpression(builder, decorator));
  const definition = node.childForFieldName('definition');
  if (definition?.type === 'function_definition') readFunction(builder, definition, node, decorators);
  else if (definition?.type === 'class_definition') readClass(builder, definition, node, decorators);
}

function readFunction(builder: Builder, node: Node, whole: Node, decorators: Expression[]): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const parameterNode = node.childForFieldName('parameters');
  const parameters = parameterNode === null ? [] : readParameters(builder, parameterNode);
  const returns = node.childForFieldName('return_type');
  const scope = addScope(builder, 'function', name, whole, (open) => {
    open.decorators = decorators;
    open.parameters = parameters;
    if (returns !== null) open.returns = readType(builder, returns);
    if (node.children[0]?.type === 'async') open.isAsync = true;
    readBody(builder, node);
  });
  addStatement(builder, { kind: 'define', name, scope });
}

function readClass(builder: Builder, node: Node, whole: Node, decorators: Expression[]): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const superclasses = node.childForFieldName('superclasses');
  const bases: Argument[] = superclasses === null ? [] : readArguments(builder, superclasses);
  const scope = addScope(builder, 'class', name, whole, (open) => {
    open.decorators = decorators;
    open.bases = bases;
    readBody(builder, node);
  });
  addStatement(builder, { kind: 'define', name, scope });
}

function readBody(builder: Builder, node: Node): void {
  const body = node.childForFieldName('body');
  if (body === null) return;
  const first = body.namedChildren.find(({ type }) => type !== 'comment');
  const text = first?.type === 'expression_statement' ? first.namedChildren[0] : undefined;
  if (text?.type === 'string' || text?.type === 'concatenated_string') {
    const documentation = readExpression(builder, text);
    if (documentation.kind === 'string') openScope(builder).documentation = cleanDocumentation(documentation.value);
  }
  readBlock(builder, body);
}

/** Reads all blocks below a node whose execution depends on a condition, and the calls in the condition. */
function readConditional(builder: Builder, node: Node): void {
  const condition = node.childForFieldName('condition');
  if (condition !== null) readCondition(builder, condition);
  underCondition(builder, () => {
    for (const child of node.namedChildren) {
      if (child.type === 'block') whenTrue(builder, condition, () => readBlock(builder, child));
      else if (/_clause$/.test(child.type)) {
        nested(
          builder,
          child,
          () => readConditional(builder, child),
          () => undefined,
        );
      }
    }
  });
}

function readCondition(builder: Builder, node: Node): void {
  addStatement(builder, { kind: 'evaluate', value: readExpression(builder, node) });
}

function readTry(builder: Builder, node: Node): void {
  // What `try` executes is the usual case; only its handlers are alternatives.
  for (const child of node.namedChildren) {
    if (child.type === 'block') readBlock(builder, child);
    else if (child.type === 'finally_clause') for (const block of child.namedChildren) readBlock(builder, block);
    else readConditional(builder, child);
  }
}

function readFor(builder: Builder, node: Node): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const { statements } = openScope(builder);
  const loop =
    left !== null && right !== null
      ? ({ kind: 'iterate', target: readTarget(builder, left), source: readExpression(builder, right) } as const)
      : undefined;
  if (loop !== undefined) addStatement(builder, loop);
  const position = statements.length - 1;
  // `for _ in range(10)` repeats, while `for each in items` has another item each time.
  const isCount =
    right?.type === 'call' && /(?:^|\.)(?:range|count)$/.test(right.childForFieldName('function')?.text ?? '');
  underLoop(builder, isCount, () => readConditional(builder, node));
  const added = statements[position];
  if (added?.kind === 'iterate') statements[position] = { ...added, through: statements.length - 1 };
}

function readWith(builder: Builder, node: Node): void {
  const items = node.namedChildren.find(({ type }) => type === 'with_clause')?.namedChildren ?? [];
  const { statements } = openScope(builder);
  const first = statements.length;
  for (const item of items) {
    const value = item.childForFieldName('value') ?? item.namedChildren[0];
    if (value?.type === 'as_pattern') {
      const [source] = value.namedChildren;
      const alias = value.childForFieldName('alias');
      const target = alias?.namedChildren[0] ?? alias;
      if (source === undefined || target === null || target === undefined) continue;
      addStatement(builder, {
        kind: 'assign',
        target: readTarget(builder, target),
        value: readExpression(builder, source),
        span: spanOf(item),
      });
    } else if (value !== undefined) {
      addStatement(builder, { kind: 'evaluate', value: readExpression(builder, value) });
    }
  }
  const last = statements.length;
  const body = node.childForFieldName('body');
  if (body !== null) readBlock(builder, body);
  const through = statements.length - 1;
  for (const [index, each] of statements.slice(first, last).entries()) {
    if (each.kind === 'evaluate' || each.kind === 'assign') statements[first + index] = { ...each, through };
  }
}
