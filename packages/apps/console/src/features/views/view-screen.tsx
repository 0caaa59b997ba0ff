import { deleteView, getView, type View } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { formatFilters } from '../../shared/contract/format-values.ts';
import { readLabel } from '../../shared/contract/read-label.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { ViewLink } from '../../shared/list/view-menu.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { DeleteRecord } from '../../shared/ui/delete-record.tsx';
import { ErrorState, Loading } from '../../shared/ui/states.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { Exports } from './exports.tsx';
import styles from './views.module.css';

/** A saved view: its list, filters and columns, and its exports. */
export function ViewScreen() {
  const { id } = useParams({ from: '/w/$tenant/$workspace/views/$id' });
  const { data, error, refetch } = useQuery(queryOptions(useWorkspaceClient(), getView, { id }));
  if (error !== null) return <ErrorState isScreen error={error} retry={refetch} />;
  if (data === undefined) return <Loading isScreen rows={8} />;
  return (
    <article aria-label="View" className={styles.view}>
      <p>
        <WorkspaceLink to="views">Views</WorkspaceLink>
      </p>
      <h1>
        <Untrusted text={data.name} />
      </h1>
      <Facts view={data} />
      <p className={styles.actions}>
        <ViewLink view={data} label="Open the list" />
        <DeleteRecord
          operation={deleteView}
          record={data}
          verb="Delete"
          kind="view"
          consequence="Everyone in this workspace loses the view and its exports."
          list="views"
        />
      </p>
      <Exports view={data} />
    </article>
  );
}

function Facts({ view }: { view: View }) {
  const filters = formatFilters(view.filters);
  return (
    <dl className={styles.facts}>
      <dt>List</dt>
      <dd>
        <Untrusted text={readLabel(view.entity)} />
      </dd>
      <dt>Filters and order</dt>
      <dd>{filters === '' ? 'None' : <Untrusted text={filters} />}</dd>
      <dt>Columns</dt>
      <dd>
        <Untrusted text={view.columns.map(readLabel).join(', ')} />
      </dd>
      <dt>Last changed</dt>
      <dd>
        <Time value={view.updated_at} />
      </dd>
    </dl>
  );
}
