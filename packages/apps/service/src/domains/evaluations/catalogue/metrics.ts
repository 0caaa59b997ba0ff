import type { InteractionCounts, MetricEvaluation } from '../types.ts';
import type { ItemFields } from './define-probe.ts';

type MetricFields = Pick<ItemFields, 'id' | 'name' | 'description' | 'type' | 'config' | 'created_at'>;

function defineMetric(item: MetricFields, judge: MetricEvaluation['judge']): MetricEvaluation {
  return {
    approach: 'metric',
    item: { ...item, approach: 'metric', tags: {}, num_prompts: 0, is_builtin: true, updated_at: item.created_at },
    judge,
  };
}

/** Fails the counted interactions and passes all others. */
function failing(count: (counts: InteractionCounts) => number): MetricEvaluation['judge'] {
  return (counts) => ({ passed: counts.total - count(counts), failed: count(counts) });
}

export const guardrailBlockRate = defineMetric(
  {
    id: '019e807a-f6cc-7f34-9357-8c35678a447b',
    name: 'Guardrail block rate',
    description: 'Share of captured interactions that no guardrail had to block.',
    type: 'guardrail',
    config: { threshold: 0.95 },
    created_at: '2026-06-01T00:00:02Z',
  },
  failing((counts) => counts.blocked),
);

export const guardrailRedactionRate = defineMetric(
  {
    id: '019e807b-1310-79b4-9cf0-ba315acc1d23',
    name: 'Guardrail redaction rate',
    description: 'Share of captured interactions of which no guardrail had to take something out.',
    type: 'guardrail',
    config: { threshold: 0.9 },
    created_at: '2026-06-01T00:00:10Z',
  },
  failing((counts) => counts.redacted),
);

export const guardrailAlertRate = defineMetric(
  {
    id: '019e807b-16f8-7731-ae5b-03613441f91f',
    name: 'Guardrail alert rate',
    description: 'Share of captured interactions about which no guardrail raised an alert.',
    type: 'guardrail',
    config: { threshold: 0.95 },
    created_at: '2026-06-01T00:00:11Z',
  },
  failing((counts) => counts.alerted),
);

export const errorRate = defineMetric(
  {
    id: '019e807b-1ae0-7a81-9786-c3a99f5d4fe9',
    name: 'Error rate',
    description: 'Share of captured interactions that ended without an error.',
    type: 'deterministic',
    config: { threshold: 0.99 },
    created_at: '2026-06-01T00:00:12Z',
  },
  failing((counts) => counts.failed),
);

export const latency = defineMetric(
  {
    id: '019e807b-1ec8-73fd-b7e8-73db12844fd1',
    name: 'Latency',
    description:
      'Share of captured interactions that took no longer than `max_latency_ms`. Those whose duration is not known do not count.',
    type: 'deterministic',
    config: { threshold: 0.95, max_latency_ms: 30_000 },
    created_at: '2026-06-01T00:00:13Z',
  },
  (counts) => ({ passed: counts.withinLatency, failed: counts.timed - counts.withinLatency }),
);

export const tokenUse = defineMetric(
  {
    id: '019e807b-22b0-7672-b75d-427544f0ee1a',
    name: 'Token use',
    description:
      'Share of captured interactions that took no more than `max_tokens`. Those whose tokens are not known do not count.',
    type: 'deterministic',
    config: { threshold: 0.95, max_tokens: 100_000 },
    created_at: '2026-06-01T00:00:14Z',
  },
  (counts) => ({ passed: counts.withinTokens, failed: counts.metered - counts.withinTokens }),
);
