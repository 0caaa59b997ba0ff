import { listLlmInteractions } from '@aispm/client';
import { WorkspaceLink } from '../app/workspace-link.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';

/** The guarded LLM interactions, the newest first. */
export function RuntimeScreen() {
  return (
    <ListScreen
      title="Interactions"
      list="listLlmInteractions"
      operation={listLlmInteractions}
      idField="llm_interaction_id"
      columns={['guardrail_outcome', 'request_model', 'operation_name', 'total_tokens', 'duration_ms', 'agent_id']}
      first={{
        label: 'Started',
        field: 'started_at',
        render: (row) => (
          <WorkspaceLink to={`runtime/${encodeURIComponent(String(row.llm_interaction_id))}`}>
            <Time value={String(row.started_at)} />
          </WorkspaceLink>
        ),
      }}
      empty={<EmptyState title="No interactions yet">Send them with `ingestLlmInteractions`.</EmptyState>}
    />
  );
}
