import { listEvaluationRuns } from '@aispm/client';
import { WorkspaceLink } from '../app/workspace-link.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { ShortId } from '../ui/short-id.tsx';
import { EmptyState } from '../ui/states.tsx';

/** The runs of evaluations. */
export function EvaluationsScreen() {
  return (
    <ListScreen
      title="Evaluation runs"
      list="listEvaluationRuns"
      operation={listEvaluationRuns}
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
