import { listAgentEvaluations, listEvaluationRuns, listEvaluations } from '@aispm/client';
import { useSearch } from '@tanstack/react-router';
import { type Search, valuesOf } from '../app/search.ts';
import { WorkspaceLink } from '../app/workspace-link.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import { ShortId } from '../ui/short-id.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { AttachButton } from './attach.tsx';

const TABS = [
  { id: 'attached', label: 'Attached' },
  { id: 'runs', label: 'Runs' },
  { id: 'catalogue', label: 'Catalogue' },
];

/** The attached evaluations, the runs of all of them, and the catalogue. */
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
        'evaluation_name',
        'agent_id',
        'schedule',
        'latest_run_status',
        'latest_scored_run_finished_at',
        'score_trend',
      ]}
      first={{
        label: 'Name',
        field: 'name',
        render: (row) => (
          <WorkspaceLink to={`evaluations/${encodeURIComponent(String(row.id))}`}>
            <Untrusted text={String(row.name)} />
          </WorkspaceLink>
        ),
      }}
      actions={<AttachButton />}
      empty={
        <EmptyState title="No attached evaluations yet" action={<AttachButton />}>
          Attach an evaluation of the catalogue to an agent, and run it.
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
      columns={['status', 'score', 'trigger', 'agent_id', 'created_at', 'finished_at']}
      first={{
        label: 'Run',
        field: 'id',
        render: (row) => (
          <WorkspaceLink to={`runs/${encodeURIComponent(String(row.id))}`}>
            <ShortId id={String(row.id)} />
          </WorkspaceLink>
        ),
      }}
      empty={<EmptyState title="No runs yet">Attach an evaluation to an agent, and run it.</EmptyState>}
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
      first={{
        label: 'Evaluation',
        field: 'name',
        render: (row) => (
          <WorkspaceLink to="evaluations" search={{ evaluation_id: String(row.id) }}>
            <Untrusted text={String(row.name)} />
          </WorkspaceLink>
        ),
      }}
      empty={<EmptyState title="No evaluations">The service has no evaluations for this workspace.</EmptyState>}
    />
  );
}
