import values from 'virtual:contract/values';
import { createView, listViews, type View } from '@aispm/client';
import { mutationOptions, queryOptions } from '@aispm/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import { WorkspaceLink } from '../links/workspace-link.tsx';
import { Untrusted } from '../text/untrusted.tsx';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { ErrorState, explain, Loading } from '../ui/states.tsx';
import { linkToView } from './link-to-view.ts';
import styles from './view-menu.module.css';

/** The content of a view: the current state of a list. */
export type ViewContent = Pick<View, 'entity' | 'filters' | 'columns'>;

/** Opens the saved views of a list, and saves its current state as a new one. */
export function ViewMenu({ content }: { content: ViewContent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover label="Views" onToggle={setOpen}>
      <div className={styles.menu}>
        {isOpen && <SavedViews entity={content.entity} />}
        <NewView content={content} />
        <WorkspaceLink to="views">All views and exports</WorkspaceLink>
      </div>
    </Popover>
  );
}

function SavedViews({ entity }: Pick<ViewContent, 'entity'>) {
  const { data, error, refetch } = useQuery(
    queryOptions(useWorkspaceClient(), listViews, { entity: [entity], page_size: 100 }),
  );
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (data === undefined) return <Loading rows={3} />;
  if (data.items.length === 0) return <p className={styles.quiet}>This list has no saved views yet.</p>;
  return (
    <ul aria-label="Saved views">
      {data.items.map((view) => (
        <li key={view.id}>
          <ViewLink view={view} />
        </li>
      ))}
    </ul>
  );
}

/** Links to the list with a view's filters and columns. */
export function ViewLink({ view, label }: { view: View; label?: string }) {
  const link = linkToView(view, values.viewEntities);
  const text = label ?? <Untrusted text={view.name} />;
  return link === undefined ? text : <WorkspaceLink {...link}>{text}</WorkspaceLink>;
}

function NewView({ content }: { content: ViewContent }) {
  const { mutate, isPending, error, isSuccess } = useMutation(mutationOptions(useWorkspaceClient(), createView));
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name'));
    mutate({ body: { name, ...content } }, { onSuccess: () => form.reset() });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <label>
        Name of a new view
        <input name="name" required maxLength={values.limits.viewName} />
      </label>
      <Button type="submit" isDisabled={isPending}>
        Save view
      </Button>
      <p role="status">
        {error !== null ? `Not saved. ${explain(error)}` : isSuccess ? 'Saved for everyone in this workspace.' : ''}
      </p>
    </form>
  );
}
