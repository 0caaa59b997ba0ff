/** Agents that a text in YAML defines, which code passes to a framework. */

import { type InstanceValue, type StringValue, stringsOf } from '../resolve/values.ts';
import { parseConfiguration } from '../trees/parse.ts';
import { type ConfigurationNode, child, stringOf } from '../trees/tree.ts';
import type { AgentComponent, Recognizer } from './shared/framework.ts';

/** The name and the model in a definition, as strings at its position. */
export interface AgentDefinition {
  readonly name?: StringValue;
  readonly model?: StringValue;
}

/** Reads the definitions that a call may be passed; those that are cut because of their length, or aren't YAML, are ignored. */
export function definitionsOf(
  recognizer: Recognizer,
  instance: InstanceValue,
  { definition }: AgentComponent,
): readonly AgentDefinition[] {
  const value = recognizer.select(instance, definition);
  return (value === undefined ? [] : stringsOf(value)).flatMap((text) => {
    const { root } = parseConfiguration('definition.yaml', text.value);
    if (root === undefined) return [];
    const part = (node: ConfigurationNode | undefined): StringValue | undefined => {
      const found = stringOf(node);
      return found === undefined ? undefined : { kind: 'string', value: found, file: text.file, span: text.span };
    };
    const model = child(root, 'model');
    const [name, id] = [part(child(root, 'name')), part(model && child(model, 'id'))];
    return [{ ...(name !== undefined && { name }), ...(id !== undefined && { model: id }) }];
  });
}
