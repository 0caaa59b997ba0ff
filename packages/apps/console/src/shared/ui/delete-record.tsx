import type { WorkspaceClient } from '@aispm/client';
import { invalidateAfter, type Operation } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { explain } from './states.tsx';

/** An operation that deletes a record of a workspace. */
interface DeleteOperation extends Pick<Operation<never, unknown>, 'metadata'> {
  (client: WorkspaceClient, params: { id: string }): Promise<unknown>;
}

/**
 * Deletes the record of a screen after confirmation, then opens the list.
 *
 * @param verb the label of the action, such as "Detach"
 * @param kind the kind of record, if the verb needs it
 * @param consequence what else is deleted, in a sentence
 */
export function DeleteRecord({
  operation,
  record,
  verb,
  kind = '',
  consequence,
  list,
}: {
  operation: DeleteOperation;
  record: { id: string; name: string };
  verb: string;
  kind?: string;
  consequence: string;
  list: 'evaluations' | 'views';
}) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => operation(client, { id: record.id }),
    // Leaves the screen first. Otherwise it would request the deleted record again.
    onSuccess: async () => {
      await navigate({ to: `/w/$tenant/$workspace/${list}`, params: { tenant, workspace } });
      await invalidateAfter(queries, client, operation, {});
    },
  });
  if (!isAsked) {
    return (
      <Button kind="danger" onClick={() => setAsked(true)}>
        {[verb, kind].join(' ').trim()}…
      </Button>
    );
  }
  return (
    <Confirm
      {...{ consequence, verb, isPending }}
      name={record.name}
      confirm={() => mutate()}
      cancel={() => setAsked(false)}
    >
      {error !== null && `The request failed. ${explain(error)}`}
    </Confirm>
  );
}
