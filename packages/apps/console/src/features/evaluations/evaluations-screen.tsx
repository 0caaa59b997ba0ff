import { listAgentEvaluations, listEvaluationRuns, listEvaluations } from '@aispm/client';
import { useSearch } from '@tanstack/react-router';
import { RowLink } from '../../shared/links/row-link.tsx';
import { type Search, valuesOf } from '../../shared/links/search.ts';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { AttachButton } from './attach.tsx';

const TABS = [
  { id: 'attached', label: 'Attached' },
  { id: 'runs', label: 'Runs' },
  { id: 'catalogue', label: 'Catalogue' },
];

const ATTACHED_FIRST: FirstColumn = {
  label: 'Name',
  field: 'name',
  render: (row) => (
    <RowLink to={`evaluations/${encodeURIComponent(String(row.id))}`}>
      <Untrusted text={String(row.name)} />
    </RowLink>
  ),
};

const RUN_FIRST: FirstColumn = {
  label: 'Requested',
  field: 'created_at',
  render: (row) => (
    <RowLink to={`runs/${encodeURIComponent(String(row.id))}`}>
      <Time value={String(row.created_at)} />
    </RowLink>
  ),
};

const CATALOGUE_FIRST: FirstColumn = {
  label: 'Evaluation',
  field: 'name',
  render: (row) => (
    <RowLink to="evaluations" search={{ evaluation_id: String(row.id) }}>
      <Untrusted text={String(row.name)} />
    </RowLink>
  ),
};

/** Attached evaluations, their runs, and the catalogue, in tabs. */
export function EvaluationsScreen() {
  const [tab = 'attached'] = valuesOf(useSearch({ strict: false }) as Search, 'tab');
  return (
    <>
      <Tabs to="evaluations" tabs={TABS} current={tab} />
      {tab === 'runs' ? <Runs /> : tab === 'catalogue' ? <Catalogue /> : <Attached />}
    </>
  );
}

function Attached() {
  return (
    <ListScreen
      title="Attached evaluations"
      list="listAgentEvaluations"
      operation={listAgentEvaluations}
      idField="id"
      columns={[
        'agent_id',
        'evaluation_name',
        'schedule',
        'latest_run_status',
        'latest_scored_run_finished_at',
        'score_trend',
      ]}
      first={ATTACHED_FIRST}
      actions={<AttachButton />}
      empty={
        <EmptyState title="No attached evaluations yet" action={<AttachButton />}>
          Attach an evaluation from the catalogue to an agent, then run it.
        </EmptyState>
      }
    />
  );
}

function Runs() {
  return (
    <ListScreen
      title="Evaluation runs"
      list="listEvaluationRuns"
      operation={listEvaluationRuns}
      fixed={{ order: 'DESC' }}
      idField="id"
      columns={['status', 'score', 'error_message', 'agent_id', 'trigger', 'finished_at']}
      first={RUN_FIRST}
      empty={<EmptyState title="No runs yet">Attach an evaluation to an agent, then run it.</EmptyState>}
    />
  );
}

function Catalogue() {
  return (
    <ListScreen
      title="Evaluation catalogue"
      list="listEvaluations"
      operation={listEvaluations}
      idField="id"
      columns={['approach', 'type', 'num_prompts', 'is_builtin', 'description']}
      first={CATALOGUE_FIRST}
      empty={<EmptyState title="No evaluations">This workspace has no evaluations.</EmptyState>}
    />
  );
}
