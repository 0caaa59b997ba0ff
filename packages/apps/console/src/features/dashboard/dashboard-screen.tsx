import { type AtRiskObject, type DashboardSummary, getAispmDashboard, listIssues } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { Histogram } from '../../shared/chart/histogram.tsx';
import { findByObjectType } from '../../shared/contract/object-types.ts';
import { UNRESOLVED_STATUSES } from '../../shared/contract/statuses.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import { countOf, formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import { EmptyState, ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Table } from '../../shared/ui/table.tsx';
import styles from './dashboard.module.css';
import { APPEARED, DISAPPEARED, type InventoryChange, useInventoryChanges } from './inventory-changes.ts';

/** Counts of the inventory, top issues, objects at risk, and issues over time. */
export function DashboardScreen() {
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getAispmDashboard, {}));
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={14} />;
  return (
    <div className={styles.dashboard}>
      <h1>Dashboard</h1>
      {data.scans_counts.total_current_aispm_scans === 0 ? <NoScans /> : null}
      <Counts counts={data.aispm_objects_counts} />
      <div className={styles.pair}>
        <Panel title="Unresolved issues, last 30 days">
          <Histogram counts={data.issues_histogram.counts} today={new Date()} />
        </Panel>
        <div className={styles.column}>
          <Panel title="Top issues">
            <TopIssues issues={data.aispm_objects_top_issues} />
          </Panel>
          <Scans counts={data.scans_counts} />
        </div>
      </div>
      <AtRisk title="Agents most at risk" objectType="agent" objects={data.aispm_top_at_risk_agents} />
      <AtRisk title="MCP servers most at risk" objectType="mcp_server" objects={data.aispm_top_at_risk_mcp_servers} />
      <AtRisk title="Models most at risk" objectType="model" objects={data.aispm_top_at_risk_models} />
    </div>
  );
}

function NoScans() {
  return (
    <EmptyState title="No scans yet">
      Scans fill the inventory. Run <code>aispm-scan --upload</code> in a repository.
    </EmptyState>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Counts by object type. Assets count the issues of the objects they contain. */
function Counts({ counts }: { counts: DashboardSummary['aispm_objects_counts'] }) {
  const changes = useInventoryChanges();
  return (
    <div>
      <ul className={styles.counts} aria-label="Inventory">
        {counts.map((count) => {
          const type = findByObjectType(count.object_type);
          if (type === undefined) return null;
          const search = { object_type: count.object_type, status: UNRESOLVED_STATUSES };
          return (
            <li key={type.segment} className={styles.count}>
              <WorkspaceLink to={type.segment}>
                <Icon name={type.icon} /> {type.plural} <strong>{formatNumber(count.total_inventory_count)}</strong>
              </WorkspaceLink>
              <WorkspaceLink to="issues" search={{ ...search, severity: 'critical' }}>
                <span data-severity="critical">◆</span> {formatNumber(count.critical_issues_count)} critical
              </WorkspaceLink>
              <WorkspaceLink to="issues" search={{ ...search, severity: 'high' }}>
                <span data-severity="high">▲</span> {formatNumber(count.high_issues_count)} high
              </WorkspaceLink>
              <WorkspaceLink to="issues" search={search}>
                {countOf(count.total_issues_count, 'issue')}
              </WorkspaceLink>
              <TypeChange objectType={count.object_type} change={changes?.get(count.object_type)} />
            </li>
          );
        })}
      </ul>
      <p className={styles.note}>
        Unresolved issues by object type. Assets include the issues of the agents, models, tools and MCP servers they
        contain.
        {changes !== undefined && changes.size > 0 && ' New and gone objects are those of the last 7 days.'}
      </p>
    </div>
  );
}

/** How many objects of a type are new or gone. Each number links to these changes. */
function TypeChange({ objectType, change }: { objectType: string; change: InventoryChange | undefined }) {
  if (change === undefined) return null;
  const { appeared, disappeared } = change;
  return (
    <span className={styles.change}>
      {appeared > 0 && (
        <WorkspaceLink to="changes" search={{ kind: APPEARED, object_type: objectType }}>
          +{formatNumber(appeared)} new
        </WorkspaceLink>
      )}
      {disappeared > 0 && (
        <WorkspaceLink to="changes" search={{ kind: DISAPPEARED, object_type: objectType }}>
          −{formatNumber(disappeared)} gone
        </WorkspaceLink>
      )}
    </span>
  );
}

/**
 * The top issues. The summary counts affected objects of all types, which no list shows together. The issues themselves
 * count their occurrences.
 */
function TopIssues({ issues }: { issues: DashboardSummary['aispm_objects_top_issues'] }) {
  const rule_id = issues.map((issue) => issue.rule_id);
  const { data, error, refetch } = useQuery({
    ...queryOptions(useWorkspaceClient(), listIssues, { rule_id, page_size: Math.max(1, rule_id.length) }),
    enabled: issues.length > 0,
  });
  if (issues.length === 0) return <p className={styles.none}>No unresolved issues</p>;
  const counts = new Map(data?.items.map((issue) => [issue.issue_id, issue.fine_grained_issue_count]));
  return (
    <>
      <Table
        label="Top issues"
        rows={issues}
        rowKey={({ issue_id }) => issue_id}
        columns={[
          { label: 'Severity', render: ({ definitive_severity }) => <Severity value={definitive_severity} /> },
          {
            label: 'Rule',
            isHeader: true,
            render: ({ issue_id, rule_name }) => (
              <WorkspaceLink to={`issues/${encodeURIComponent(issue_id)}`}>
                <Untrusted text={rule_name} />
              </WorkspaceLink>
            ),
          },
          {
            label: 'Occurrences',
            isNumber: true,
            render: ({ issue_id }) => {
              const count = counts.get(issue_id);
              if (count === undefined) return null;
              return (
                <WorkspaceLink to="occurrences" search={{ issue_id, status: UNRESOLVED_STATUSES }}>
                  {formatNumber(count)}
                </WorkspaceLink>
              );
            },
          },
        ]}
      />
      {error !== null && <ErrorState error={error} retry={refetch} />}
    </>
  );
}

function AtRisk({ title, objectType, objects }: { title: string; objectType: string; objects: AtRiskObject[] }) {
  return (
    <Panel title={title}>
      {objects.length === 0 ? (
        <p className={styles.none}>No critical or high findings.</p>
      ) : (
        <Table
          label={title}
          rows={objects}
          rowKey={({ aispm_object_id }) => aispm_object_id}
          columns={[
            {
              label: 'Name',
              isHeader: true,
              render: ({ aispm_object_id: id, aispm_friendly_name: name }) => (
                <ObjectLink objectType={objectType} id={id} name={name} />
              ),
            },
            {
              label: 'Critical',
              isNumber: true,
              render: ({ aispm_object_id: id, critical_count }) => (
                <OccurrenceCount {...{ objectType, id }} severity="critical" count={critical_count} />
              ),
            },
            {
              label: 'High',
              isNumber: true,
              render: ({ aispm_object_id: id, high_count }) => (
                <OccurrenceCount {...{ objectType, id }} severity="high" count={high_count} />
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** Links the number of an object's unresolved occurrences with a severity to their list. */
function OccurrenceCount(props: { objectType: string; id: string; severity: string; count: number }) {
  const { objectType, id, severity, count } = props;
  const segment = findByObjectType(objectType)?.segment;
  return (
    <WorkspaceLink
      to={`${segment}/${encodeURIComponent(id)}`}
      search={{ tab: 'issues', severity, status: UNRESOLVED_STATUSES }}
    >
      {formatNumber(count)}
    </WorkspaceLink>
  );
}

function Scans({ counts }: { counts: DashboardSummary['scans_counts'] }) {
  return (
    <Panel title="Scans">
      <ul className={styles.facts}>
        <li>
          <WorkspaceLink to="scans" search={{ is_current: 'true' }}>
            {countOf(counts.total_current_aispm_scans, 'target')} scanned
          </WorkspaceLink>
        </li>
        <li>
          <WorkspaceLink to="scans" search={{ is_current: 'true', has_ai_objects: 'true' }}>
            {formatNumber(counts.scans_with_ai_objects_count)} of {countOf(counts.total_current_aispm_scans, 'scan')}{' '}
            found AI objects
          </WorkspaceLink>
        </li>
      </ul>
    </Panel>
  );
}
