import {
  type AgentGuardrailCounts,
  type CategoryGuardrailCounts,
  getLlmInteractionAgents,
  getLlmInteractionCategories,
  getLlmInteractionCounts,
} from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { StackedBars } from '../../shared/chart/stacked-bars.tsx';
import { readLabel } from '../../shared/contract/read-label.ts';
import { type Search, valuesOf } from '../../shared/links/search.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { shortenId } from '../../shared/ui/short-id.tsx';
import { EmptyState, ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Table, type TableColumn } from '../../shared/ui/table.tsx';
import { OUTCOMES, PERIODS, toBars, windowOf } from './outcomes.ts';
import styles from './runtime.module.css';

type Window = ReturnType<typeof windowOf>;
type Counts = Record<(typeof OUTCOMES)[number]['name'] | 'total', number>;

/** Outcomes of guarded interactions over time, by category and by agent. Needs three requests. */
export default function Outcomes() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const [now] = useState(() => new Date());
  const requested = Number(valuesOf(search, 'hours')[0]);
  const { hours } = PERIODS.find((period) => period.hours === requested) ?? PERIODS[1];
  const period = windowOf(hours, now);
  return (
    <section aria-label="Outcomes" className={styles.interaction}>
      <div className={styles.bar}>
        <h1>Outcomes</h1>
        <label>
          Period{' '}
          <select
            value={hours}
            onChange={(event) =>
              void navigate({ to: '.', search: { ...search, hours: event.target.value }, replace: true })
            }
          >
            {PERIODS.map((option) => (
              <option key={option.hours} value={option.hours}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p>How guardrails handled agent messages.</p>
      <OverTime period={period} isHourly={hours <= 24} />
      <ByCategory period={period} />
      <ByAgent period={period} />
    </section>
  );
}

function OverTime({ period, isHourly }: { period: Window; isHourly: boolean }) {
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getLlmInteractionCounts, period));
  return (
    <Panel title="Over time">
      {error !== null ? (
        <ErrorState error={error} retry={refetch} />
      ) : data === undefined ? (
        <Loading rows={5} />
      ) : data.total === 0 ? (
        <EmptyState title="No interactions">Select a longer period, or send interactions to the API.</EmptyState>
      ) : (
        <>
          <ul className={styles.totals} aria-label="Totals">
            {OUTCOMES.map(({ name, label, filter }) => (
              <li key={name}>
                <WorkspaceLink to="runtime" search={{ ...period, guardrail_outcome: filter }}>
                  {formatNumber(data[name])} {name === 'ok' ? label : label.toLowerCase()}
                </WorkspaceLink>
              </li>
            ))}
          </ul>
          <StackedBars
            label={isHourly ? 'Interactions by hour' : 'Interactions by day'}
            period={isHourly ? 'Hour' : 'Day'}
            series={OUTCOMES}
            bars={toBars(data.results)}
          />
        </>
      )}
    </Panel>
  );
}

function ByCategory({ period }: { period: Window }) {
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getLlmInteractionCategories, period));
  if (data?.category_count === 0) return null;
  return (
    <Panel title="By category">
      {error !== null ? (
        <ErrorState error={error} retry={refetch} />
      ) : data === undefined ? (
        <Loading rows={4} />
      ) : (
        <>
          <Table
            label="Outcomes by category"
            rows={data.categories}
            rowKey={({ category }) => category}
            columns={[
              { label: 'Category', isHeader: true, render: ({ category }) => <Untrusted text={readLabel(category)} /> },
              // The filter selects interactions that triggered a guardrail of the category.
              {
                label: 'Triggered',
                isNumber: true,
                render: ({ category, total, ok }) => (
                  <Count value={total - ok} search={{ ...period, guardrail_category: category }} />
                ),
              },
              ...countColumns<CategoryGuardrailCounts>(period, () => undefined),
            ]}
          />
          <More shown={data.categories.length} all={data.category_count} what="categories" />
        </>
      )}
    </Panel>
  );
}

function ByAgent({ period }: { period: Window }) {
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getLlmInteractionAgents, period));
  if (data?.agents.length === 0) return null;
  return (
    <Panel title="By agent">
      {error !== null ? (
        <ErrorState error={error} retry={refetch} />
      ) : data === undefined ? (
        <Loading rows={4} />
      ) : (
        <>
          <Table
            label="Outcomes by agent"
            rows={data.agents}
            rowKey={({ agent_id }) => agent_id ?? ''}
            columns={[
              {
                label: 'Agent',
                isHeader: true,
                render: ({ agent_id: id, aispm_friendly_name: name }) =>
                  id === null ? (
                    'No agent'
                  ) : (
                    <ObjectLink objectType="agent" id={id} name={name ?? `Agent ${shortenId(id)}`} />
                  ),
              },
              ...countColumns(period, ({ agent_id }: AgentGuardrailCounts) =>
                agent_id === null ? undefined : { agent_id },
              ),
            ]}
          />
          <More
            shown={data.agents.filter(({ agent_id }) => agent_id !== null).length}
            all={data.agent_count}
            what="agents"
          />
        </>
      )}
    </Panel>
  );
}

/** Returns the columns of counts. If `filterOf` returns a filter, each number links to the interactions it counts. */
function countColumns<Row extends Counts>(
  period: Window,
  filterOf: (row: Row) => Search | undefined,
): TableColumn<Row>[] {
  const totals = { name: 'total', label: 'Total', filter: undefined } as const;
  return [totals, ...OUTCOMES].map(({ name, label, filter }) => ({
    label,
    isNumber: true,
    render: (row) => {
      const selected = filterOf(row);
      const outcome = filter === undefined ? {} : { guardrail_outcome: filter };
      const search = selected && { ...period, ...selected, ...outcome };
      return <Count value={row[name]} search={search} />;
    },
  }));
}

function Count({ value, search }: { value: number; search: Search | undefined }) {
  const formatted = formatNumber(value);
  if (search === undefined || value === 0) return formatted;
  return (
    <WorkspaceLink to="runtime" search={search}>
      {formatted}
    </WorkspaceLink>
  );
}

function More({ shown, all, what }: { shown: number; all: number; what: string }) {
  if (all <= shown) return null;
  return (
    <p>
      Top {shown} of {formatNumber(all)} {what} by interactions.
    </p>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.panel}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
