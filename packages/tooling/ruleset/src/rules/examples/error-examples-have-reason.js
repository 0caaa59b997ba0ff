/** @import { Rule } from '../../document/rule.js' */
import { getJsonSchema, getProperties } from '../../document/contract.js';

/** @type {Rule} */
export default {
  id: 'error-examples-have-reason',
  why:
    'Programs branch on `reason`: a status has several causes, and messages change. The examples show which reasons an ' +
    'operation has, and the mock returns them.',
  fix: 'Add one of the reasons in `ErrorReason` to the example, or define a new one there.',
  *check(contract) {
    for (const { status, node } of contract.uniqueResponses()) {
      const schema = getJsonSchema(node);
      const reasons = getProperties(schema?.target()).get('reason')?.descendant('enum')?.children();
      if (!/^[45]/.test(status) || !reasons) continue;
      const examples = (node.child('content')?.children() ?? []).flatMap(
        (mediaType) => mediaType.child('examples')?.children() ?? [],
      );
      for (const example of examples) {
        const value = example.descendant('value');
        const reason = value?.child('reason');
        if (!reason) yield { path: example.path, problem: `The example \`${example.key}\` has no reason` };
        else if (!reasons.some((defined) => defined.value === reason.value)) {
          yield { path: reason.path, problem: `\`${reason.value}\` is not a defined reason` };
        }
      }
    }
  },
};
