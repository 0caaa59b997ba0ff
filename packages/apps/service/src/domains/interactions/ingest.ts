/** Ingests batches of reported interactions. */
import { findUnsupportedValues, parseTimestamp } from '@aispm/openapi';
import type { LlmInteractionIngestionResult, LlmToolCall, NewLlmInteraction } from '@aispm/types';
import { sql } from 'kysely';
import { newId } from '../../platform/core/identifiers.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { ErrorDetails } from '../../platform/http/errors/errors.ts';
import { type RedactedValue, redactAllInTime, UNSEARCHABLE_TEXT } from '../../platform/redaction/redaction.ts';
import type { Threads } from '../../platform/threads/threads.ts';
import { type BatchContext, readBatchContext, toSpanKey, toToolKey } from './batch-context.ts';
import type { ReportLimits } from './retention.ts';
import { createPartitions, insertInteractions } from './store.ts';
import { contentOf, type ReportContent, type StoredInteraction, toStored } from './stored-interaction.ts';
import { EXPIRED, findViolations, toRejection } from './violations.ts';

/** The outcome of a batch. */
export interface Ingestion {
  /** One result per report, in order. */
  results: LlmInteractionIngestionResult[];
  /** The violations of all reports, by location. */
  violations: Record<string, string>;
}

/** Maximum number of attempts for a batch that conflicts with others. After each attempt, one of the others is stored. */
const MAX_ATTEMPTS = 10;

/** SQL states of conflicts: another batch stored one of the interactions first (unique violation), or a deadlock was detected. */
const CONFLICTS = new Set(['23505', '40P01']);

/** A report with its redacted strings; undefined if they couldn't be searched in time. */
export interface RedactedReport {
  readonly report: NewLlmInteraction;
  readonly content: RedactedValue<ReportContent> | undefined;
}

/** Redacts the strings of reports. */
export async function redactReports(
  threads: Threads,
  tenantId: string,
  reports: readonly NewLlmInteraction[],
): Promise<RedactedReport[]> {
  const contents = await redactAllInTime(threads, tenantId, reports.map(contentOf));
  return reports.map((report, index) => ({ report, content: contents[index] }));
}

/**
 * Stores the new interactions of a batch with their counts.
 *
 * @param db in a transaction
 * @param limits the timestamps before which reports are rejected, or stored without their content
 */
export async function ingest(
  db: Db,
  scope: Scope,
  redacted: readonly RedactedReport[],
  limits: ReportLimits = {},
): Promise<Ingestion> {
  const reports = redacted.map(({ report }) => report);
  const unsupported = reports.map((report, index) => findUnsupportedValues(report, `body/interactions/${index}`));
  const storable = reports.filter((_, index) => Object.keys(unsupported[index] ?? {}).length === 0);
  for (let attempt = 1; ; attempt += 1) {
    const context = await readBatchContext(db, scope, storable);
    const plan = planIngestion(redacted, unsupported, context, limits);
    if (plan.stored.length === 0) return plan;
    await sql`SAVEPOINT ingestion`.execute(db);
    try {
      await createPartitions(db, context.missingMonths);
      await insertInteractions(db, scope, plan.stored, plan.spans);
      return plan;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !CONFLICTS.has(String((error as { code?: unknown }).code))) throw error;
      await sql`ROLLBACK TO SAVEPOINT ingestion`.execute(db);
    }
  }
}

interface IngestionPlan extends Ingestion {
  stored: StoredInteraction[];
  /** The ones of `stored` that are the first of their span. */
  spans: StoredInteraction[];
}

/** Plans the reports in order, and adds each one to the context, so later reports of the batch are compared with it. */
function planIngestion(
  reports: readonly RedactedReport[],
  unsupported: readonly ErrorDetails[],
  context: BatchContext,
  { notBefore, contentNotBefore }: ReportLimits,
): IngestionPlan {
  const plan: IngestionPlan = { results: [], violations: {}, stored: [], spans: [] };
  reports.forEach(({ report, content }, index) => {
    // The context doesn't contain the references of reports with unsupported strings.
    const violations: Record<string, string> =
      Object.keys(unsupported[index] ?? {}).length > 0
        ? { ...unsupported[index] }
        : { ...findViolations(report, `body/interactions/${index}`, context) };
    if (content === undefined) violations[`body/interactions/${index}`] = UNSEARCHABLE_TEXT;
    const isExpired = isBefore(report, notBefore);
    if (isExpired) violations[`body/interactions/${index}/started_at`] = EXPIRED;
    const duplicateOf = isExpired ? undefined : findDuplicate(report, context);
    if (duplicateOf !== undefined) {
      plan.results.push({ index, status: 'duplicate', llm_interaction_id: duplicateOf });
    } else if (content === undefined || Object.keys(violations).length > 0) {
      plan.results.push({ index, status: 'rejected', llm_interaction_id: null, error: toRejection(violations) });
      Object.assign(plan.violations, violations);
    } else {
      const interaction = toStored(
        report,
        report.llm_interaction_id ?? newId(),
        resolveTools(report, context),
        isBefore(report, contentNotBefore) ? withoutContent(content) : content,
      );
      plan.stored.push(interaction);
      plan.results.push({ index, status: 'stored', llm_interaction_id: interaction.llm_interaction_id });
      context.interactionIds.add(interaction.llm_interaction_id);
      const span = toSpanKey(report);
      if (span !== undefined && !context.spans.has(span)) {
        context.spans.set(span, interaction.llm_interaction_id);
        plan.spans.push(interaction);
      }
    }
  });
  return plan;
}

/** Returns whether an interaction started before a timestamp. An unsupported start is rejected for that reason instead. */
function isBefore({ started_at }: NewLlmInteraction, timestamp: string | undefined): boolean {
  return timestamp !== undefined && parseTimestamp(started_at).ms < Date.parse(timestamp);
}

function withoutContent({ isRedacted, value }: RedactedValue<ReportContent>): RedactedValue<ReportContent> {
  return {
    isRedacted,
    value: { input_messages: undefined, output_messages: undefined, arguments: value.arguments.map(() => null) },
  };
}

/** Finds the interaction that a report repeats: by its identifier or, without one, by its span. */
function findDuplicate(report: NewLlmInteraction, { interactionIds, spans }: BatchContext): string | undefined {
  const { llm_interaction_id: id } = report;
  if (id !== undefined) return interactionIds.has(id) ? id : undefined;
  return spans.get(toSpanKey(report) ?? '');
}

/** Adds the identifier to tool calls without one if the agent uses exactly one tool with the name. */
function resolveTools({ agent_id, tool_calls = [] }: NewLlmInteraction, { tools }: BatchContext): LlmToolCall[] {
  return tool_calls.map((call) => {
    if (call.tool_id !== null || agent_id == null) return call;
    const matches = tools.get(toToolKey(agent_id, call.tool_name)) ?? [];
    return { ...call, tool_id: matches.length === 1 ? (matches[0] as string) : null };
  });
}
