/** The data that is removed when it expires. */
import { auditRetention } from '../domains/audit-entries/index.ts';
import { changeRetention } from '../domains/changes/index.ts';
import { conversationRetention } from '../domains/evaluations/index.ts';
import { historyRetention, occurrenceRetention } from '../domains/findings/index.ts';
import { contentRetention, interactionRetention } from '../domains/interactions/index.ts';
import { scanRetention } from '../domains/scans/index.ts';
import { exportRetention } from '../domains/views/index.ts';
import type { PeriodicTask } from '../platform/jobs/job.ts';
import { type RetentionRule, removeExpired } from '../platform/retention/retention.ts';

/** All types of data with a retention period. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  interactionRetention,
  contentRetention,
  scanRetention,
  conversationRetention,
  exportRetention,
  occurrenceRetention,
  historyRetention,
  auditRetention,
  changeRetention,
];

/** Maximum number of transactions per run; the next run continues. */
const MAX_STEPS = 100;

/** Removes what is older than the settings allow, a little in each run. */
export const applyRetention: PeriodicTask = {
  name: 'apply-retention',
  everyMs: 60 * 1000,
  async run({ database, settings, log }) {
    for (const { rule, before, count } of await removeExpired(
      RETENTION_RULES,
      database,
      settings,
      Date.now(),
      MAX_STEPS,
    )) {
      if (count > 0) log.info({ kind: rule.name, before, count }, 'Removed expired data');
    }
  },
};
