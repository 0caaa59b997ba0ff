import { declaresHeader } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'responses-carry-request-id',
  why: 'Whoever asks for help quotes the identifier of the request, and every answer, good or bad, has one.',
  fix: 'Declare the shared `X-Request-Id` header on the response.',
  *check(contract) {
    for (const { status, node } of contract.responses()) {
      if (!declaresHeader(node, 'X-Request-Id'))
        yield { path: node.path, problem: `This ${status} answer has no \`X-Request-Id\`` };
    }
  },
} satisfies Rule;
