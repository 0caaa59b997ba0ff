/** Agents that a text in YAML defines, which code passes to a framework. */

import { type InstanceValue, type TextValue, textsOf } from '../resolve/values.ts';
import { parseConfiguration } from '../trees/parse.ts';
import { type ConfigurationNode, child, textOf } from '../trees/tree.ts';
import type { AgentComponent, Recognizer } from './shared/framework.ts';

/** What a definition says. Both are texts at the position of the definition. */
export interface AgentDefinition {
  readonly name?: TextValue;
  readonly model?: TextValue;
}

/** Reads the definitions that a call may be passed; those that are cut because of their length, or are no YAML, say nothing. */
export function definitionsOf(
  recognizer: Recognizer,
  instance: InstanceValue,
  { definition }: AgentComponent,
): readonly AgentDefinition[] {
  const value = recognizer.select(instance, definition);
  return (value === undefined ? [] : textsOf(value)).flatMap((text) => {
    const { root } = parseConfiguration('definition.yaml', text.value);
    if (root === undefined) return [];
    const part = (node: ConfigurationNode | undefined): TextValue | undefined => {
      const found = textOf(node);
      return found === undefined ? undefined : { kind: 'text', value: found, file: text.file, span: text.span };
    };
    const model = child(root, 'model');
    const [name, id] = [part(child(root, 'name')), part(model && child(model, 'id'))];
    return [{ ...(name !== undefined && { name }), ...(id !== undefined && { model: id }) }];
  });
}
