import type { JsonNode } from '../report/json-node.ts';
import type { SarifRule } from './rules.ts';

/**
 * Returns the message of a result, with its arguments (2.1.0, 3.11). A message that the log doesn't contain, or an empty one, is replaced
 * by the description of the rule.
 *
 * @throws {ImportError} when the result has no message
 */
export function formatMessage(result: JsonNode, rule: SarifRule): string {
  const message = result.get('message').requireObject();
  if (!message.names().some((name) => ['text', 'id', 'markdown'].includes(name))) {
    throw message.error('must contain a string, or the ID of a message of the rule');
  }
  const id = message.get('id').string();
  const template = message.get('text').string() ?? findString(id, rule) ?? message.get('markdown').string() ?? '';
  const text = insertArguments(template, message.get('arguments'));
  if (text !== '') return text;
  const reason =
    id === undefined ? 'is empty' : `refers to the message ${id.slice(0, 100)}, which the log does not contain`;
  message.omit(`${reason}; it is replaced by the description of the rule`);
  return rule.scanned.rule_description ?? rule.scanned.rule_id;
}

/** Looks up a message of the rule, or else of the tool component that defines the rule (3.11.7). */
function findString(id: string | undefined, { descriptor, component }: SarifRule): string | undefined {
  if (id === undefined) return undefined;
  const own = descriptor.get('messageStrings').get(id);
  return own.get('text').string() ?? component.get('globalMessageStrings').get(id).get('text').string();
}

function insertArguments(template: string, stated: JsonNode): string {
  const values = stated.items().map((value) => value.string() ?? '');
  return template.replace(/\{(\d+)\}|\{\{|\}\}/g, (token, index) =>
    index === undefined ? token.slice(1) : (values[Number(index)] ?? token),
  );
}
