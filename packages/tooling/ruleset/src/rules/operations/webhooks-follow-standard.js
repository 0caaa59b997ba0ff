/**
 * @import { Node } from '../../document/node.js'
 * @import { Rule } from '../../document/rule.js'
 */
import { getJsonSchema, getProperties } from '../../document/contract.js';

/** The enumeration of kinds, by which receivers select events. */
const KINDS = 'EventKind';
/** The properties of a payload, all of them required. */
const PROPERTIES = ['type', 'timestamp', 'data'];
/** The headers of a request. */
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Returns the problem of a webhook; undefined if it follows Standard Webhooks.
 *
 * @param {Node} webhook
 * @returns {string | undefined}
 */
function findProblem(webhook) {
  const { key } = webhook;
  const methods = webhook.target().children();
  const post = webhook.descendant('post');
  if (!post || methods.length > 1) return `The webhook \`${key}\` is not exactly one POST`;
  const headers = (post.child('parameters')?.children() ?? []).map((parameter) => parameter.target().text('name'));
  const missing = HEADERS.find((name) => !headers.includes(name));
  if (missing !== undefined) return `The webhook \`${key}\` does not declare the header \`${missing}\``;
  const schema = getJsonSchema(post.descendant('requestBody'));
  const required = schema?.descendant('required')?.value;
  const properties = [...getProperties(schema).keys()];
  if (!Array.isArray(required) || PROPERTIES.some((name) => !required.includes(name))) {
    return `The payload of the webhook \`${key}\` does not require \`type\`, \`timestamp\` and \`data\``;
  }
  const other = properties.find((name) => !PROPERTIES.includes(name));
  if (other !== undefined) return `The payload of the webhook \`${key}\` has \`${other}\` beside \`data\``;
  if (getProperties(schema).get('type')?.descendant('const')?.value !== key) {
    return `The \`type\` of the payload of the webhook \`${key}\` is not the constant \`${key}\``;
  }
  const media = post.descendant('requestBody', 'content', 'application/json', 'examples')?.children() ?? [];
  return media.length === 0 ? `The payload of the webhook \`${key}\` has no example` : undefined;
}

/** @type {Rule} */
export default {
  id: 'webhooks-follow-standard',
  why:
    'Receivers verify requests with libraries for Standard Webhooks, and select events by their kind. An unknown kind, or ' +
    'one that is never sent, misleads them.',
  fix:
    'Name each webhook after a value of `EventKind`, and declare one POST with the headers `webhook-id`, `webhook-timestamp` ' +
    'and `webhook-signature`, and a payload of exactly `type` (the constant of the kind), `timestamp` and `data`, with an example.',
  *check({ root }) {
    const webhooks = root.child('webhooks')?.children() ?? [];
    for (const webhook of webhooks) {
      const problem = findProblem(webhook);
      if (problem !== undefined) yield { path: webhook.path, problem };
    }
    const values = root.descendant('components', 'schemas', KINDS, 'enum');
    const kinds = values?.children() ?? [];
    for (const kind of kinds) {
      if (webhooks.some(({ key }) => key === kind.value)) continue;
      yield { path: kind.path, problem: `No webhook describes the kind \`${kind.value}\`` };
    }
    for (const { key, path } of webhooks) {
      if (!kinds.some(({ value }) => value === key))
        yield { path, problem: `\`${key}\` is not a value of \`${KINDS}\`` };
    }
  },
};
