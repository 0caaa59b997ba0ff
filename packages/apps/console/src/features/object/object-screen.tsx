import { queryOptions } from '@aispm/react-query';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { contractQuery } from '../../shared/contract/load-contract.ts';
import { findBySegment, OBJECT_OPERATIONS, type ObjectSegment } from '../../shared/contract/object-types.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import { UNRESOLVED_STATUSES } from '../../shared/contract/statuses.ts';
import type { Column } from '../../shared/contract/types.ts';
import { type Search, valuesOf } from '../../shared/links/search.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ObjectName } from '../../shared/objects/object-name.tsx';
import { Cell } from '../../shared/table/cell.tsx';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted, WebLink } from '../../shared/text/untrusted.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { ScrollArea } from '../../shared/ui/scroll-area.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import { ShortId } from '../../shared/ui/short-id.tsx';
import { ErrorState, Loading, NotFound } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { Labels } from './labels.tsx';
import styles from './object.module.css';
import { ObjectIssues } from './object-issues.tsx';
import { SourceLines } from './source-lines.tsx';
import { Structure } from './structure.tsx';

const ObjectHistory = lazy(() => import('./object-history.tsx'));
const Neighbourhood = lazy(() => import('../graph/neighbourhood.tsx'));

/** The tabs of an object. The URL contains the selected one. */
const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'graph', label: 'Graph' },
  { id: 'issues', label: 'Issues' },
  { id: 'history', label: 'History' },
];

/** Properties that the source lines of a location already show. */
const SOURCE_FIELDS = ['snippet', 'url'];
/** Properties that the form above already shows. */
const EDITED_FIELDS = ['owners', 'labels'];

type ObjectRecord = Record<string, unknown>;

/** The page of an object. */
export function ObjectScreen() {
  const { type: segment, id } = useParams({ from: '/w/$tenant/$workspace/$type/$id' });
  const type = findBySegment(segment);
  if (type === undefined) return <NotFound />;
  return <LoadedObject key={`${segment}/${id}`} segment={type.segment} id={id} />;
}

function LoadedObject({ segment, id }: { segment: ObjectSegment; id: string }) {
  const type = findBySegment(segment) as NonNullable<ReturnType<typeof findBySegment>>;
  const client = useWorkspaceClient();
  const search = useSearch({ strict: false }) as Search;
  const [tab = 'overview'] = valuesOf(search, 'tab');
  const { data, error, refetch } = useQuery(queryOptions(client, OBJECT_OPERATIONS[segment].get, { id }));
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={12} />;
  const record: ObjectRecord = { ...data };
  return (
    <article aria-label={type.singular} className={styles.object}>
      <p>
        <WorkspaceLink to={segment}>{type.plural}</WorkspaceLink>
      </p>
      <div className={styles.identity}>
        <h1>
          <Untrusted text={String(record[type.nameField])} />
        </h1>
        <span className={styles.id}>
          <ShortId id={id} /> <CopyButton text={id} label="Copy ID" />
        </span>
      </div>
      <Tabs to={`${segment}/${encodeURIComponent(id)}`} tabs={TABS} current={tab} />
      {tab === 'overview' && <Overview record={record} segment={segment} />}
      {tab === 'graph' && (
        <Suspense fallback={<Loading rows={10} />}>
          <Neighbourhood rootId={id} />
        </Suspense>
      )}
      {tab === 'history' && (
        <Suspense fallback={<Loading rows={10} />}>
          <ObjectHistory objectType={type.objectType} id={id} record={record} />
        </Suspense>
      )}
      {tab === 'issues' && <ObjectIssues objectType={type.objectType} id={id} />}
    </article>
  );
}

function Overview({ record, segment }: { record: ObjectRecord; segment: ObjectSegment }) {
  const type = findBySegment(segment) as NonNullable<ReturnType<typeof findBySegment>>;
  const { data: contract } = useSuspenseQuery(contractQuery(type.list));
  const isLocation = 'snippet' in record;
  const isEditable = 'labels' in record;
  const above = [
    type.nameField,
    type.idField,
    'object_type',
    ...(isLocation ? SOURCE_FIELDS : []),
    ...(isEditable ? EDITED_FIELDS : []),
  ];
  const shown = contract.columns.filter(({ name }) => !above.includes(name));
  return (
    <>
      {isLocation && <SourceLines location={record} />}
      {isEditable && <Labels record={record} segment={segment as 'agents'} />}
      <dl className={styles.properties}>
        {shown.map((column) => (
          <div key={column.name}>
            <dt title={column.description}>{labelOf(column)}</dt>
            <dd>
              <Property
                column={column}
                value={record[column.name]}
                segment={segment}
                id={String(record[type.idField])}
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Returns the label of a property. References show the name of an object, not its ID. */
function labelOf({ name, label }: Column): string {
  return name in REFERENCES ? readLabel(name.replace(/_id$/, '')) : label;
}

/** Properties that refer to another object, with the path segment of its type. */
const REFERENCES: Readonly<Record<string, ObjectSegment>> = { asset_id: 'assets', mcp_server_id: 'mcp-servers' };

/**
 * Links a count of an object to the list of what it counts. The contract has no list of an object's relations, nor of its
 * issues by severity.
 */
function listOf(count: string, segment: ObjectSegment, id: string): { to: string; search: Search } | undefined {
  if (count === 'total_issues_count') {
    const filter = segment === 'assets' ? 'asset_id' : 'aispm_object_id';
    return { to: 'issues', search: { [filter]: id, status: UNRESOLVED_STATUSES } };
  }
  if (count === 'tool_count' && segment === 'mcp-servers') return { to: 'tools', search: { mcp_server_id: id } };
  return undefined;
}

function Property(props: { column: Column; value: unknown; segment: ObjectSegment; id: string }) {
  const { column, value } = props;
  const referred = REFERENCES[column.name];
  if (referred !== undefined && typeof value === 'string') return <ObjectName segment={referred} id={value} />;
  const list = listOf(column.name, props.segment, props.id);
  if (list !== undefined) return <WorkspaceLink {...list}>{formatNumber(Number(value))}</WorkspaceLink>;
  if (column.name === 'last_scan_id' && typeof value === 'string') {
    return (
      <WorkspaceLink to={`scans/${encodeURIComponent(value)}`}>
        <ShortId id={value} />
      </WorkspaceLink>
    );
  }
  if (column.type === 'severity') return <Severity value={value as string | null} />;
  if (typeof value === 'string' && /url$/.test(column.name)) return <WebLink url={value} />;
  if (column.type === 'structure' && value !== null && !isFlat(value)) {
    return (
      <ScrollArea label={column.label} className={styles.structure}>
        <Structure value={value} />
      </ScrollArea>
    );
  }
  return <Cell column={column} value={value} />;
}

function isFlat(value: unknown): boolean {
  return Object.values(value as object).every((part) => typeof part !== 'object' || part === null);
}
