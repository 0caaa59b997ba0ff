/** Views, and the exports of a view. */
import {
  createView,
  downloadViewExport,
  exportView,
  getView,
  getViewExport,
  listViewExports,
  listViews,
  type NewView,
} from '@aispm/client';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@aispm/react-query';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { client } from './api.ts';
import { Count, Failure, List } from './components.tsx';
import { type Filters, toHash } from './route.ts';

/** The lists of this application, which can be exported. */
const NEW_VIEWS: readonly NewView[] = [
  { name: 'All agents', entity: 'agents', columns: ['aispm_object_id', 'aispm_friendly_name'] },
  {
    name: 'Critical issues',
    entity: 'issues',
    filters: { severity: ['critical'] },
    columns: ['issue_id', 'rule_name'],
  },
  { name: 'Current scans', entity: 'scans', filters: { is_current: true } },
];

export function Views() {
  const views = useInfiniteQuery(infiniteQueryOptions(client, listViews, { include_total: true }));
  const create = useMutation(mutationOptions(client, createView));
  return (
    <>
      {NEW_VIEWS.map((body) => (
        <button
          key={body.name}
          type="button"
          onClick={() => create.mutate({ body }, { onSuccess: (view) => location.assign(toHash(`views/${view.id}`)) })}
        >
          {body.name}
        </button>
      ))}
      <Failure error={create.error} />
      <List
        title="Views"
        query={views}
        columns={['Name', 'List']}
        row={(view) => [
          <a key="name" href={toHash(`views/${view.id}`)}>
            {view.name}
          </a>,
          view.entity,
        ]}
      />
    </>
  );
}

export function View({ id }: { id: string }) {
  const { data: view, error } = useQuery(queryOptions(client, getView, { id }));
  const exports = useInfiniteQuery(infiniteQueryOptions(client, listViewExports, { id, include_total: true }));
  const start = useMutation(mutationOptions(client, exportView));
  if (!view) return <Failure error={error} />;
  const toExport = (exportId: string) => toHash(`views/${id}/${exportId}`);
  return (
    <>
      <h1>{view.name}</h1>
      <button
        type="button"
        onClick={() =>
          start.mutate({ id }, { onSuccess: ({ export_workflow_id }) => location.assign(toExport(export_workflow_id)) })
        }
      >
        Export
      </button>
      <Failure error={start.error} />
      <List
        title="Exports"
        query={exports}
        columns={['Time', 'Status']}
        row={({ export_workflow_id, export_status, created_at }) => [
          <a key="time" href={toExport(export_workflow_id)}>
            {created_at}
          </a>,
          export_status,
        ]}
      />
    </>
  );
}

export function Export({ id, exportId }: { id: string; exportId: string }) {
  const params = { id, export_workflow_id: exportId };
  const view = useQuery(queryOptions(client, getView, { id }));
  const { data: state, error } = useQuery(queryOptions(client, getViewExport, params));
  const file = useQuery({
    ...queryOptions(client, downloadViewExport, { ...params, format: 'ndjson' }),
    enabled: state?.export_status === 'completed',
  });
  if (!view.data || !state) return <Failure error={view.error ?? error} />;
  const rows = file.data?.split('\n').filter((line) => line !== '').length;
  return (
    <>
      <h1>Export of {view.data.name}</h1>
      <p>
        <output>{state.export_status}</output>
      </p>
      <Failure error={file.error} />
      {rows !== undefined && (
        <p>
          <Count of={rows} path={view.data.entity} filters={view.data.filters as Filters} /> rows
        </p>
      )}
    </>
  );
}
