/**
 * @import { Rule } from '../../document/rule.js'
 */
import {
  DEPRECATED_SINCE,
  earliestSunset,
  isDay,
  listDeprecations,
  MIN_LEAD_MONTHS,
  REPLACED_BY,
  SUNSET,
} from '../../../../../lib/openapi/src/document/deprecation.js';
import { Node } from '../../document/node.js';

/** @type {Rule} */
export default {
  id: 'deprecations-complete',
  why: 'Users plan their move: they need to know what replaces a deprecated part, and by when.',
  fix:
    `Add \`${DEPRECATED_SINCE}\`, \`${SUNSET}\` at least ${MIN_LEAD_MONTHS} months later, and \`${REPLACED_BY}\` with the ` +
    'name of the replacement, which is an `operationId` for an operation, or `none`.',
  *check({ root, operations }) {
    const ids = new Map(operations.map(({ operationId, node }) => [node.path.join('\n'), operationId]));
    const known = new Set(ids.values());
    for (const { keys } of listDeprecations(root.document)) {
      const node = new Node(root.document, keys);
      const since = node.child(DEPRECATED_SINCE);
      const sunset = node.child(SUNSET);
      for (const [key, day] of /** @type {const} */ ([
        [DEPRECATED_SINCE, since],
        [SUNSET, sunset],
      ])) {
        if (!isDay(day?.value)) yield { path: day?.path ?? keys, problem: `\`${key}\` isn't a day such as 2026-12-01` };
      }
      if (isDay(since?.value) && isDay(sunset?.value) && sunset.value < earliestSunset(since.value)) {
        yield { path: sunset.path, problem: `\`${SUNSET}\` is before ${earliestSunset(since.value)}` };
      }
      const replacement = node.text(REPLACED_BY);
      const operationId = ids.get(keys.join('\n'));
      if (replacement === undefined) yield { path: keys, problem: `\`${REPLACED_BY}\` is missing` };
      else if (operationId !== undefined && replacement !== 'none' && !isOther(replacement, operationId, known))
        yield { path: [...keys, REPLACED_BY], problem: `\`${replacement}\` isn't another operation` };
    }
  },
};

/**
 * @param {string} replacement
 * @param {string} operationId
 * @param {ReadonlySet<string>} known
 */
function isOther(replacement, operationId, known) {
  return replacement !== operationId && known.has(replacement);
}
