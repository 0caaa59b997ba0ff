/** Operations on captured interactions and their counts. */
import { ApiError, notFound } from '../http/errors.ts';
import type { Handlers } from '../http/operation.ts';
import { cursorPage } from '../lists/cursor-page.ts';
import { countAgents, countCategories, countHours } from './counts.ts';
import { ingest } from './ingest.ts';
import { instantOf } from './instant.ts';
import { findInteraction, interactionList } from './interactions.ts';
import { checkCounted, checkOrder } from './window.ts';

/** Most places that an error names, by the contract. */
const MOST_DETAILS = 100;

export const runtimeHandlers = {
  async listLlmInteractions(request) {
    checkOrder(request.query);
    return { status: 200, body: await cursorPage(interactionList, request) };
  },

  async getLlmInteraction({ scope, path, query, database }) {
    const found = await database((db) => findInteraction(db, scope, path.id, query.include_content));
    if (!found) throw notFound();
    return { status: 200, body: found };
  },

  async ingestLlmInteractions({ scope, url, body: { interactions }, transaction }) {
    const { results, faults } = await transaction((db) => ingest(db, scope, interactions));
    const countOf = (wanted: string) => results.filter(({ status }) => status === wanted).length;
    const accepted = interactions.filter((_, index) => results[index]?.status !== 'rejected');
    if (accepted.length === 0) {
      const message = `None of the ${results.length} interactions could be stored.`;
      throw new ApiError(422, message, Object.fromEntries(Object.entries(faults).slice(0, MOST_DETAILS)));
    }
    const starts = accepted.map(({ started_at }) => instantOf(started_at).ms);
    const span = new URLSearchParams({
      start_time: new Date(Math.min(...starts)).toISOString(),
      end_time: new Date(Math.max(...starts)).toISOString(),
    });
    return {
      status: 201,
      headers: { location: `${url}?${span}` },
      body: {
        stored_count: countOf('stored'),
        duplicate_count: countOf('duplicate'),
        rejected_count: countOf('rejected'),
        results,
      },
    };
  },

  async getLlmInteractionCounts({ scope, query, database }) {
    checkCounted(query);
    return { status: 200, body: await database((db) => countHours(db, scope, query)) };
  },

  async getLlmInteractionCategories({ scope, query, database }) {
    checkCounted(query);
    return { status: 200, body: await database((db) => countCategories(db, scope, query)) };
  },

  async getLlmInteractionAgents({ scope, query, database }) {
    checkCounted(query);
    return { status: 200, body: await database((db) => countAgents(db, scope, query)) };
  },
} satisfies Partial<Handlers>;
