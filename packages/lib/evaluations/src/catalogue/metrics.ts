import type { InteractionCounts, MetricEvaluation } from '../core/types.ts';
import type { ItemFields } from './define-probe.ts';

type MetricFields = Pick<ItemFields, 'id' | 'name' | 'description' | 'type' | 'config' | 'created_at'>;

/** When the metrics got names that state what their score measures. Stored items with an earlier time are replaced. */
const RENAMED_AT = '2026-11-15T10:00:00Z';

/** Defines a metric. Its name states what its score measures, and a higher score is better. */
function defineMetric(item: MetricFields, judge: MetricEvaluation['judge']): MetricEvaluation {
  return {
    approach: 'metric',
    item: { ...item, approach: 'metric', tags: {}, num_prompts: 0, is_builtin: true, updated_at: RENAMED_AT },
    judge,
  };
}

/** Fails the counted interactions and passes all others. */
function failing(count: (counts: InteractionCounts) => number): MetricEvaluation['judge'] {
  return (counts) => ({ passed: counts.total - count(counts), failed: count(counts) });
}

export const guardrailUnblockedRate = defineMetric(
  {
    id: '019e807a-f6cc-7f34-9357-8c35678a447b',
    name: 'Guardrail unblocked rate',
    description: 'Share of captured interactions that no guardrail blocked: 1 minus the block rate.',
    type: 'guardrail',
    config: { threshold: 0.95 },
    created_at: '2026-06-01T00:00:02Z',
  },
  failing((counts) => counts.blocked),
);

export const guardrailUnredactedRate = defineMetric(
  {
    id: '019e807b-1310-79b4-9cf0-ba315acc1d23',
    name: 'Guardrail unredacted rate',
    description: 'Share of captured interactions that no guardrail redacted: 1 minus the redaction rate.',
    type: 'guardrail',
    config: { threshold: 0.9 },
    created_at: '2026-06-01T00:00:10Z',
  },
  failing((counts) => counts.redacted),
);

export const guardrailAlertFreeRate = defineMetric(
  {
    id: '019e807b-16f8-7731-ae5b-03613441f91f',
    name: 'Guardrail alert-free rate',
    description: 'Share of captured interactions for which no guardrail raised an alert: 1 minus the alert rate.',
    type: 'guardrail',
    config: { threshold: 0.95 },
    created_at: '2026-06-01T00:00:11Z',
  },
  failing((counts) => counts.alerted),
);

export const successRate = defineMetric(
  {
    id: '019e807b-1ae0-7a81-9786-c3a99f5d4fe9',
    name: 'Success rate',
    description: 'Share of captured interactions that ended without an error: 1 minus the error rate.',
    type: 'deterministic',
    config: { threshold: 0.99 },
    created_at: '2026-06-01T00:00:12Z',
  },
  failing((counts) => counts.failed),
);

export const latencyWithinLimit = defineMetric(
  {
    id: '019e807b-1ec8-73fd-b7e8-73db12844fd1',
    name: 'Latency within limit',
    description:
      'Share of captured interactions that took no longer than `max_latency_ms`. Those of unknown duration could not be judged.',
    type: 'deterministic',
    config: { threshold: 0.95, max_latency_ms: 30_000 },
    created_at: '2026-06-01T00:00:13Z',
  },
  (counts) => ({ passed: counts.withinLatency, failed: counts.timed - counts.withinLatency }),
);

export const tokenUseWithinLimit = defineMetric(
  {
    id: '019e807b-22b0-7672-b75d-427544f0ee1a',
    name: 'Token use within limit',
    description:
      'Share of captured interactions that took no more than `max_tokens`. Those with an unknown number of tokens could not be judged.',
    type: 'deterministic',
    config: { threshold: 0.95, max_tokens: 100_000 },
    created_at: '2026-06-01T00:00:14Z',
  },
  (counts) => ({ passed: counts.withinTokens, failed: counts.metered - counts.withinTokens }),
);
