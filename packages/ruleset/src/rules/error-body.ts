import type { Rule } from '../rule.js';

const BODY = '#/components/schemas/ApiErrorBody';

export default {
  id: 'error-body',
  why: 'Callers read every error with the same code. One answer with another body breaks them just when it matters.',
  fix: 'Give the error `application/json` with a `$ref` to `ApiErrorBody`, and nothing else.',
  *check(contract) {
    for (const { status, node } of contract.responses()) {
      if (!/^[45]|^default$/.test(status)) continue;
      const contents = node.child('content')?.children() ?? [];
      const isBody = contents.every(
        (content) => content.follow('schema') && content.child('schema')?.text('$ref') === BODY,
      );
      if (contents.map(({ key }) => key).join() !== 'application/json' || !isBody) {
        yield { path: node.path, problem: `The ${status} answer does not have the error body` };
      }
    }
  },
} satisfies Rule;
