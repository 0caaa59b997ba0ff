import type { NewLlmInteraction } from '@aispm/types';
import type { IHttpResponse } from '@stoplight/prism-http';
import type { ActionContext } from '../../state/context.ts';
import { ingest } from '../../state/interactions.ts';

/** Stores a batch of interactions, each completely or not at all. */
export function ingestAll(context: ActionContext): IHttpResponse {
  const { example, request } = context;
  request.checkRules(request.body);
  const { interactions } = request.body as { interactions: NewLlmInteraction[] };
  const results = ingest(context, interactions);
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const body = {
    stored_count: count('stored'),
    duplicate_count: count('duplicate'),
    rejected_count: count('rejected'),
    results,
  };
  return { ...example, body };
}
