import { RowLink } from '../../shared/links/row-link.tsx';
import type { FirstColumn } from '../../shared/table/data-table.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';

/** The first column of lists of occurrences: the message, which links to the issue. */
export const OCCURRENCE_FIRST: FirstColumn = {
  label: 'Message',
  field: 'message',
  render: (row) => (
    <RowLink to={`issues/${encodeURIComponent(String(row.issue_id))}`}>
      <Untrusted text={String(row.message)} />
    </RowLink>
  ),
};
