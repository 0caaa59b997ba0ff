/** The operations on captured interactions and their counts. */

import { parseTimestamp } from '@aispm/openapi';
import { ApiError, notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { countAgents, countCategories, countHours } from './counts.ts';
import { ingest, redactReports } from './ingest.ts';
import { findInteraction, interactionList } from './interactions.ts';
import { reportLimits } from './retention.ts';
import { checkCountedWindow, checkWindowOrder } from './window.ts';

/** Maximum number of an error's details, from the contract. */
const MAX_DETAILS = 100;

export const interactionHandlers = {
  async listLlmInteractions(request) {
    checkWindowOrder(request.query);
    return { status: 200, body: await cursorPage(interactionList, request) };
  },

  async getLlmInteraction({ scope, path, query, database }) {
    const found = await database((db) => findInteraction(db, scope, path.id, query.include_content));
    if (!found) throw notFound();
    return { status: 200, body: found };
  },

  async ingestLlmInteractions({ scope, url, body: { interactions }, services, transaction }) {
    const reports = await redactReports(services.threads, scope.tenantId, interactions);
    const limits = reportLimits(services.settings);
    const { results, violations } = await transaction((db) => ingest(db, scope, reports, limits));
    const countStatus = (wanted: string) => results.filter(({ status }) => status === wanted).length;
    const accepted = interactions.filter((_, index) => results[index]?.status !== 'rejected');
    if (accepted.length === 0) {
      const message = `None of the ${results.length} interactions could be stored. See details.`;
      throw new ApiError(
        422,
        'nothing_stored',
        message,
        Object.fromEntries(Object.entries(violations).slice(0, MAX_DETAILS)),
      );
    }
    const starts = accepted.map(({ started_at }) => parseTimestamp(started_at).ms);
    const period = new URLSearchParams({
      start_time: new Date(Math.min(...starts)).toISOString(),
      end_time: new Date(Math.max(...starts)).toISOString(),
    });
    return {
      status: 201,
      headers: { location: `${url}?${period}` },
      body: {
        stored_count: countStatus('stored'),
        duplicate_count: countStatus('duplicate'),
        rejected_count: countStatus('rejected'),
        results,
      },
    };
  },

  async getLlmInteractionCounts({ scope, query, database }) {
    checkCountedWindow(query);
    return { status: 200, body: await database((db) => countHours(db, scope, query)) };
  },

  async getLlmInteractionCategories({ scope, query, database }) {
    checkCountedWindow(query);
    return { status: 200, body: await database((db) => countCategories(db, scope, query)) };
  },

  async getLlmInteractionAgents({ scope, query, database }) {
    checkCountedWindow(query);
    return { status: 200, body: await database((db) => countAgents(db, scope, query)) };
  },
} satisfies Partial<Handlers>;
