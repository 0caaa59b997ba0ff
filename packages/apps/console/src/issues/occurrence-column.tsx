import { RowLink } from '../app/row-link.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import type { FirstColumn } from '../ui/data-table.tsx';

/** The first column of lists of occurrences: what was found. It opens the issue. */
export const OCCURRENCE_FIRST: FirstColumn = {
  label: 'Message',
  field: 'message',
  render: (row) => (
    <RowLink to={`issues/${encodeURIComponent(String(row.issue_id))}`}>
      <Untrusted text={String(row.message)} />
    </RowLink>
  ),
};
