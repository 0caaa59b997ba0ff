import { getLlmInteraction, type LlmInteraction } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { labelOf } from '../../shared/contract/labels.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ObjectName } from '../../shared/objects/object-name.tsx';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import styles from './runtime.module.css';

/** An interaction with its guardrail results. Messages are only requested on demand. */
export function InteractionScreen() {
  const { id } = useParams({ from: '/w/$tenant/$workspace/runtime/$id' });
  const [hasContent, setContent] = useState(false);
  const client = useWorkspaceClient();
  const { data, error, refetch } = useQuery({
    ...queryOptions(client, getLlmInteraction, hasContent ? { id, include_content: true } : { id }),
    placeholderData: (before) => before,
  });
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={10} />;
  return (
    <article className={styles.interaction}>
      <p>
        <WorkspaceLink to="runtime">Interactions</WorkspaceLink>
      </p>
      <h1>
        Interaction <Time value={data.started_at} />
      </h1>
      <Facts interaction={data} />
      <Guardrails results={data.guardrail_results} />
      {hasContent ? (
        <Messages interaction={data} />
      ) : (
        <p>
          <Button onClick={() => setContent(true)}>Show message content</Button>
        </p>
      )}
    </article>
  );
}

function Facts({ interaction }: { interaction: LlmInteraction }) {
  const { agent_id, request_model, response_model, operation_name, total_tokens, duration_ms, cost_usd } = interaction;
  const number = (value: number | null) => (value === null ? 'Unknown' : formatNumber(value));
  return (
    <dl className={styles.facts}>
      <dt>Outcome</dt>
      <dd>{labelOf('GuardrailOutcome', interaction.guardrail_outcome)}</dd>
      <dt>Agent</dt>
      <dd>{agent_id === null ? 'Unknown' : <ObjectName segment="agents" id={agent_id} />}</dd>
      <dt>Model</dt>
      <dd>
        <Untrusted text={response_model ?? request_model ?? 'Unknown'} />
      </dd>
      <dt>Operation</dt>
      <dd>
        <Untrusted text={readLabel(operation_name)} />
      </dd>
      <dt>Tokens</dt>
      <dd>{number(total_tokens)}</dd>
      <dt>Duration</dt>
      <dd>{duration_ms === null ? 'Unknown' : `${number(duration_ms)} ms`}</dd>
      <dt>Cost</dt>
      <dd>{cost_usd === null ? 'Not reported' : `${number(cost_usd)} USD`}</dd>
    </dl>
  );
}

function Guardrails({ results }: { results: LlmInteraction['guardrail_results'] }) {
  if (results.length === 0) return <p>No guardrail checked this interaction.</p>;
  return (
    <section aria-label="Guardrails">
      <h2>Guardrails</h2>
      <Table
        label="Guardrail results"
        rows={results}
        rowKey={(result) => `${result.guardrail_id} ${result.target} ${result.category}`}
        columns={[
          { label: 'Guardrail', isHeader: true, render: (result) => <Untrusted text={result.guardrail_name} /> },
          { label: 'Category', render: (result) => <Untrusted text={readLabel(result.category)} /> },
          { label: 'Checked', render: (result) => labelOf('GuardrailTarget', result.target) },
          { label: 'Action', render: (result) => labelOf('GuardrailAction', result.action) },
        ]}
      />
    </section>
  );
}

function Messages({ interaction }: { interaction: LlmInteraction }) {
  const messages = [...(interaction.input_messages ?? []), ...(interaction.output_messages ?? [])];
  if (messages.length === 0) {
    return <p>{interaction.content_redacted ? 'The content was removed before it was stored.' : 'No content.'}</p>;
  }
  return (
    <ol className={styles.messages} aria-label="Messages">
      {messages.map((message, index) => (
        <li key={index}>
          <h2>{labelOf('MessageRole', message.role)}</h2>
          <pre>
            <Untrusted text={message.parts.map(partText).join('\n')} />
          </pre>
        </li>
      ))}
    </ol>
  );
}

function partText(part: object): string {
  return 'content' in part && typeof part.content === 'string' ? part.content : JSON.stringify(part, undefined, 2);
}
