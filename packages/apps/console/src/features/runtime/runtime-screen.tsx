import { listLlmInteractions } from '@aispm/client';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { RowLink } from '../../shared/links/row-link.tsx';
import { type Search, valuesOf } from '../../shared/links/search.ts';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { EmptyState, Loading } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { Time } from '../../shared/ui/time.tsx';

const Outcomes = lazy(() => import('./outcomes-screen.tsx'));

const TABS = [
  { id: 'interactions', label: 'Interactions' },
  { id: 'outcomes', label: 'Outcomes' },
];

const FIRST: FirstColumn = {
  label: 'Started',
  field: 'started_at',
  render: (row) => (
    <RowLink to={`runtime/${encodeURIComponent(String(row.llm_interaction_id))}`}>
      <Time value={String(row.started_at)} />
    </RowLink>
  ),
};

/** Guarded LLM interactions, and their outcomes over time, in tabs. */
export function RuntimeScreen() {
  const [tab = 'interactions'] = valuesOf(useSearch({ strict: false }) as Search, 'tab');
  return (
    <>
      <Tabs to="runtime" tabs={TABS} current={tab} />
      {tab === 'outcomes' ? (
        <Suspense fallback={<Loading rows={10} />}>
          <Outcomes />
        </Suspense>
      ) : (
        <Interactions />
      )}
    </>
  );
}

/** Lists the interactions, newest first. */
function Interactions() {
  return (
    <ListScreen
      title="Interactions"
      list="listLlmInteractions"
      operation={listLlmInteractions}
      idField="llm_interaction_id"
      columns={['guardrail_outcome', 'agent_id', 'request_model', 'operation_name', 'total_tokens', 'duration_ms']}
      first={FIRST}
      empty={
        <EmptyState title="No interactions yet">
          Send them to the API with <code>ingestLlmInteractions</code>.
        </EmptyState>
      }
    />
  );
}
