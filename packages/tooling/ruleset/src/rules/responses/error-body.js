/** @import { Rule } from '../../document/rule.js' */

const ERROR_BODY = '#/components/schemas/ApiErrorBody';

/** @type {Rule} */
export default {
  id: 'error-body',
  why: 'Clients handle all errors with the same code, which fails on errors with a different body.',
  fix: 'Declare `application/json` with a `$ref` to `ApiErrorBody` as the only content of the error.',
  *check(contract) {
    for (const { status, node } of contract.uniqueResponses()) {
      if (!/^[45]|^default$/.test(status)) continue;
      const content = node.child('content')?.children() ?? [];
      const hasErrorBody = content.every((mediaType) => mediaType.child('schema')?.text('$ref') === ERROR_BODY);
      if (content.map(({ key }) => key).join() !== 'application/json' || !hasErrorBody) {
        yield { path: node.path, problem: `The ${status} response does not have the error body` };
      }
    }
  },
};
