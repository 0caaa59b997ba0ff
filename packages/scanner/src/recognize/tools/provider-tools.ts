/** Tools that the provider of a model offers, as dictionaries in lists of tools: `{ "type": "web_search_preview" }`. */

import type { DetectedObject, ObjectGraph } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import { type DictionaryValue, stringsOf, type Value } from '../../resolve/values.ts';
import { isLiteralTool } from './literal-tools.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Keys of these tools name the SDKs of providers as their framework. */
const SDK = 'model-sdk';

/** Types of entries in lists of tools that are functions of the repository, or servers. */
const OTHERS = /^(?:function|custom|mcp|tool|object)$/;

/**
 * Returns whether a dictionary names a tool of the provider. The types are those of the APIs of OpenAI, Anthropic and Google: words in
 * lower case, perhaps with a date.
 */
export function isProviderTool(value: Value): boolean {
  if (value.kind !== 'dictionary' || isLiteralTool(value)) return false;
  const types = stringsOf(entriesOf(value, 'type') ?? NOTHING);
  return types.length > 0 && types.every((type) => /^[a-z][a-z0-9_]+$/.test(type.value) && !OTHERS.test(type.value));
}

/** Relates an agent or a server to the tool that a dictionary names. */
export function relateProviderTool(graph: ObjectGraph, owner: DetectedObject, value: DictionaryValue): void {
  const named = stringsOf(entriesOf(value, 'name') ?? NOTHING);
  for (const { value: name } of named.length > 0 ? named : stringsOf(entriesOf(value, 'type') ?? NOTHING)) {
    const tool = addProviderTool(graph, name, value);
    graph.relate(owner, 'tools', tool);
  }
}

/** Adds the tool of a provider. It is the same wherever the repository names it. */
export function addProviderTool(
  graph: ObjectGraph,
  name: string,
  { file, span }: DictionaryValue,
): DetectedObject<'tool'> {
  const tool = graph.add('tool', `builtin:${SDK}:${name}`, name);
  tool.publicKey = `${SDK}#${name}`;
  Object.assign(tool.fields, { tool_name: name.slice(0, 255), tool_source: 'built_in', tool_kind: 'tool' });
  graph.locate(tool, sourceLocation(file, span, 'a tool of the provider of the model', 1));
  return tool;
}
