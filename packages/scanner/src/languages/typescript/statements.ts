/** Reads the statements of TypeScript and JavaScript. Blocks are flattened into their scope. */
import type { Node } from 'web-tree-sitter';
import { addImport, addStatement, nested, openScope, spanOf, underCondition, underLoop, whenTrue } from '../builder.ts';
import { readExport } from './exports.ts';
import { readExpression } from './expressions.ts';
import {
  readClassScope,
  readDecorator,
  readEnumeration,
  readFunctionScope,
  readInterface,
  readNamed,
} from './functions.ts';
import { addEvaluation, importModule, type ModuleBuilder } from './module-builder.ts';
import { readTarget } from './patterns.ts';
import { decodeEscapes } from './strings.ts';
import { readType } from './types.ts';

type Read = (builder: ModuleBuilder, node: Node) => void;

const STATEMENTS: Record<string, Read> = {
  expression_statement: readExpressionStatement,
  lexical_declaration: readDeclaration,
  variable_declaration: readDeclaration,
  function_declaration: readFunction,
  generator_function_declaration: readFunction,
  class_declaration: readClass,
  abstract_class_declaration: readClass,
  interface_declaration: readInterfaceDeclaration,
  type_alias_declaration: readAlias,
  enum_declaration: (builder, node) => readEnumeration(builder, node, nameOf(node)),
  import_statement: readImport,
  export_statement: (builder, node) => readExport(builder, node, readStatement),
  return_statement: readReturn,
  if_statement: readConditional,
  while_statement: readLoop,
  do_statement: readLoop,
  for_statement: readLoop,
  switch_statement: readConditional,
  for_in_statement: readIteration,
  try_statement: readTry,
  labeled_statement: readInner,
  statement_block: readBlock,
  internal_module: readInner,
  module: readInner,
  throw_statement: (builder, node) => readCalls(builder, node),
  ERROR: readBlock,
};

/** Reads the statements of a block or a module into the current scope. */
export function readBlock(builder: ModuleBuilder, block: Node): void {
  for (const statement of block.namedChildren) readStatement(builder, statement);
}

function readStatement(builder: ModuleBuilder, node: Node): void {
  nested(
    builder,
    node,
    () => STATEMENTS[node.type]?.(builder, node),
    () => undefined,
  );
}

function nameOf(node: Node): string {
  return node.childForFieldName('name')?.text ?? '';
}

function readInner(builder: ModuleBuilder, node: Node): void {
  const body = node.childForFieldName('body');
  if (body !== null) readStatement(builder, body);
}

function readExpressionStatement(builder: ModuleBuilder, node: Node): void {
  for (const child of node.namedChildren) {
    if (child.type === 'internal_module') readInner(builder, child);
    else if (child.type === 'assignment_expression') readAssignment(builder, child);
    else if (child.type === 'augmented_assignment_expression') readExpression(builder, child);
    else if (child.type === 'yield_expression') readReturn(builder, child);
    else if (child.type !== 'comment') addEvaluation(builder, readExpression(builder, child));
  }
}

/** An assignment. Those to `module.exports` and `exports` are what CommonJS exports. */
function readAssignment(builder: ModuleBuilder, node: Node): void {
  const left = node.childForFieldName('left')?.text ?? '';
  const [, name] = /^(?:module\.)?exports\.([\w$]+)$/.exec(left) ?? [];
  readExpression(builder, node);
  const statement = builder.scopes[builder.current]?.statements.at(-1);
  const value = statement?.kind === 'assign' ? statement.value : undefined;
  if (value === undefined || builder.current !== 0) return;
  if (name !== undefined) builder.exports.push({ name, value });
  if (left !== 'module.exports') return;
  builder.exports.push({ name: 'default', value });
  for (const entry of value.kind === 'dictionary' ? value.entries : []) {
    if (entry.key?.kind === 'string') builder.exports.push({ name: entry.key.value, value: entry.value });
  }
}

function readDeclaration(builder: ModuleBuilder, node: Node): void {
  for (const declarator of node.namedChildren) {
    const target = declarator.type === 'variable_declarator' ? declarator.childForFieldName('name') : null;
    if (target === null) continue;
    const value = declarator.childForFieldName('value');
    const type = declarator.childForFieldName('type');
    const name = target.type === 'identifier' ? target.text : '';
    addStatement(builder, {
      kind: 'assign',
      target: readTarget(builder, target),
      ...(value !== null && { value: readNamed(builder, value, name) }),
      ...(type !== null && { type: readType(builder, type) }),
      // In JavaScript, a declaration in a block is one of that block; others can have the same name.
      ...(builder.conditions > 0 && node.type === 'variable_declaration' && { isConditional: true }),
      span: spanOf(declarator),
    });
  }
}

function readFunction(builder: ModuleBuilder, node: Node): void {
  const name = nameOf(node);
  addStatement(builder, { kind: 'define', name, scope: readFunctionScope(builder, node, name) });
}

function readClass(builder: ModuleBuilder, node: Node): void {
  // The decorators of an exported class may stand before `export`.
  const outer = node.parent?.type === 'export_statement' ? node.parent.namedChildren : [];
  const decorators = [...outer, ...node.namedChildren]
    .filter(({ type }) => type === 'decorator')
    .flatMap((each) => readDecorator(builder, each));
  const name = nameOf(node);
  addStatement(builder, { kind: 'define', name, scope: readClassScope(builder, node, name, decorators) });
}

function readInterfaceDeclaration(builder: ModuleBuilder, node: Node): void {
  const body = node.childForFieldName('body');
  if (body !== null) readInterface(builder, node, nameOf(node), body);
}

function readAlias(builder: ModuleBuilder, node: Node): void {
  const value = node.childForFieldName('value');
  if (value?.type === 'object_type') readInterface(builder, node, nameOf(node), value);
}

function readReturn(builder: ModuleBuilder, node: Node): void {
  const value = node.namedChildren.find(({ type }) => type !== 'comment');
  if (value !== undefined) addStatement(builder, { kind: 'return', value: readExpression(builder, value) });
}

function readImport(builder: ModuleBuilder, node: Node): void {
  const required = node.namedChildren.find(({ type }) => type === 'import_require_clause');
  const source = node.childForFieldName('source') ?? required?.childForFieldName('source');
  if (!source) return;
  const module = decodeEscapes(source.text.slice(1, -1));
  if (required !== undefined) addImport(builder, module, undefined, required.namedChildren[0]?.text ?? '');
  const clause = node.namedChildren.find(({ type }) => type === 'import_clause');
  if (clause === undefined && required === undefined) importModule(builder, module);
  for (const part of clause?.namedChildren ?? []) {
    if (part.type === 'identifier') addImport(builder, module, 'default', part.text);
    else if (part.type === 'namespace_import') addImport(builder, module, undefined, part.namedChildren[0]?.text ?? '');
    else if (part.type === 'named_imports') {
      for (const specifier of part.namedChildren) {
        if (specifier.type !== 'import_specifier') continue;
        const name = nameOf(specifier);
        addImport(builder, module, name, specifier.childForFieldName('alias')?.text ?? name);
      }
    }
  }
}

/** Reads everything below a node whose execution depends on a condition, and the calls in the condition. */
function readConditional(builder: ModuleBuilder, node: Node): void {
  const consequence = node.childForFieldName('consequence');
  const [condition = null] = node.childForFieldName('condition')?.namedChildren ?? [];
  underCondition(builder, () => {
    for (const child of node.namedChildren) {
      if (child.id === consequence?.id) whenTrue(builder, condition, () => readPart(builder, child));
      else readPart(builder, child);
    }
  });
}

function readLoop(builder: ModuleBuilder, node: Node): void {
  underLoop(builder, true, () => readConditional(builder, node));
}

function readPart(builder: ModuleBuilder, node: Node): void {
  if (Object.hasOwn(STATEMENTS, node.type)) readStatement(builder, node);
  else if (/^(else_clause|switch_body|switch_case|switch_default|catch_clause|finally_clause)$/.test(node.type)) {
    nested(
      builder,
      node,
      () => {
        for (const child of node.namedChildren) readPart(builder, child);
      },
      () => undefined,
    );
  } else readCalls(builder, node);
}

function readCalls(builder: ModuleBuilder, node: Node): void {
  addEvaluation(builder, readExpression(builder, node));
}

function readIteration(builder: ModuleBuilder, node: Node): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const body = node.childForFieldName('body');
  if (left !== null && right !== null && node.childForFieldName('operator')?.text === 'of') {
    const source = readExpression(builder, right);
    const { statements } = openScope(builder);
    const position = statements.length;
    const loop = { kind: 'iterate', target: readTarget(builder, left), source } as const;
    addStatement(builder, loop);
    if (body !== null) underCondition(builder, () => readStatement(builder, body));
    const added = statements[position];
    if (added?.kind === 'iterate') statements[position] = { ...added, through: statements.length - 1 };
    return;
  }
  if (body !== null) underCondition(builder, () => readStatement(builder, body));
}

/** What `try` executes is the usual case; only its handler is an alternative. */
function readTry(builder: ModuleBuilder, node: Node): void {
  for (const field of ['body', 'finalizer']) {
    const block = node.childForFieldName(field);
    if (block?.type === 'finally_clause') readPart(builder, block);
    else if (block) readBlock(builder, block);
  }
  const handler = node.childForFieldName('handler');
  if (handler !== null) underCondition(builder, () => readPart(builder, handler));
}
