import { updateAgent, updateMcpServer, updateModel, updateTool } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import { Button } from '../ui/button.tsx';
import { explain } from '../ui/states.tsx';
import styles from './object.module.css';

const UPDATES = { agents: updateAgent, models: updateModel, tools: updateTool, 'mcp-servers': updateMcpServer };

/** Edits the owners and labels of an object: owners separated by commas, labels as `name=value`. */
export function Labels({ record, segment }: { record: Record<string, unknown>; segment: keyof typeof UPDATES }) {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: { owners: string[]; labels: Record<string, string> }): Promise<unknown> =>
      UPDATES[segment](client, { id: String(record.aispm_object_id), body: body as never }),
    onSuccess: () => invalidateAfter(queries, client, UPDATES[segment] as typeof updateAgent, {}),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate({ owners: splitList(form.get('owners')), labels: parseLabels(splitList(form.get('labels'))) });
  }
  const labels = Object.entries(record.labels as Record<string, unknown>).map(([name, value]) => `${name}=${value}`);
  return (
    <form className={styles.labels} onSubmit={submit}>
      <label>
        Owners
        <input name="owners" defaultValue={(record.owners as string[]).join(', ')} />
      </label>
      <label>
        Labels
        <input name="labels" placeholder="team=logistics, tier=1" defaultValue={labels.join(', ')} />
      </label>
      <Button type="submit" isDisabled={isPending}>
        Save owners and labels
      </Button>
      <p role="status">{error !== null ? `Not saved. ${explain(error)}` : isSuccess ? 'Saved.' : ''}</p>
    </form>
  );
}

function splitList(value: FormDataEntryValue | null): string[] {
  return String(value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Returns labels by name. A part without `=` is a label with an empty value. */
export function parseLabels(parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.join('=').trim()];
    }),
  );
}
