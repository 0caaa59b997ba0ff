/** Tools that are written as plain objects: `{ description, inputSchema, execute }`. */

import type { DetectedObject } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import { type DictionaryValue, stringsOf, type Value } from '../../resolve/values.ts';
import type { Recognizer } from '../shared/framework.ts';
import { recordOpenRegistration } from './described-tools.ts';
import { schemaOfValue } from './zod.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };
const SCHEMAS = ['inputSchema', 'input_schema', 'parameters', 'schema'];

/**
 * Returns whether an object describes a tool: it has a schema or a function to execute, next to a name or a description. With both, its
 * strings need not be known.
 */
export function isLiteralTool(value: Value): boolean {
  if (value.kind !== 'dictionary') return false;
  const has = (key: string) => value.entries.some((entry) => entry.key === key);
  const isDescribed = (key: string) => stringsOf(entriesOf(value, key) ?? NOTHING).length > 0;
  if (has('execute') && SCHEMAS.some(has)) return true;
  return (isDescribed('name') || isDescribed('description')) && [...SCHEMAS, 'execute'].some(has);
}

/** Adds the tool that an object describes. `key` is the name under which a dictionary has it. */
export function toolOfLiteral(
  recognizer: Recognizer,
  value: DictionaryValue,
  key: string | undefined,
): DetectedObject<'tool'> | undefined {
  const [literal] = stringsOf(entriesOf(value, 'name') ?? NOTHING);
  const name = literal?.value ?? key;
  if (name === undefined || name === '' || name.startsWith('?')) {
    recordOpenRegistration(recognizer.graph, value.file);
    return undefined;
  }
  const tool = recognizer.graph.add('tool', `${value.file}#${name}`, name);
  tool.fields.tool_name = name.slice(0, 255);
  tool.fields.tool_source ??= 'function';
  tool.fields.tool_kind ??= 'tool';
  const [description] = stringsOf(entriesOf(value, 'description') ?? NOTHING);
  if (description !== undefined) tool.fields.description ??= description.value.slice(0, 1_000);
  for (const each of SCHEMAS) {
    const schema = schemaOfValue(recognizer.evaluator, entriesOf(value, each) ?? NOTHING);
    if (schema !== undefined) tool.fields.input_schema ??= schema;
  }
  recognizer.graph.locate(tool, sourceLocation(value.file, value.span, 'an object that describes a tool', 1));
  return tool;
}
