import { useRouter } from '@tanstack/react-router';
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { formatSearch, type Search } from './search.ts';

/** The address of the workspace, such as `/w/halden-freight/production`, for the links below it. */
export const WorkspaceAddress = createContext('');

/**
 * A link to a screen of the workspace, for the rows of long lists and the nodes of graphs: unlike `WorkspaceLink`, it does not
 * follow the router, which would cost more than the rest of a row, and loads nothing before it is clicked.
 */
export function RowLink({
  to,
  search = {},
  keepsScroll = false,
  label,
  onApproach,
  children,
}: {
  /** The address below that of the workspace, with its parts encoded. */
  to: string;
  search?: Search;
  /** Whether the screen stays where it is scrolled to. */
  keepsScroll?: boolean;
  /** The accessible name. Default: the content. */
  label?: string;
  /** Called when the pointer or the focus reaches the link. */
  onApproach?: () => void;
  children: ReactNode;
}) {
  const router = useRouter();
  const href = `${useContext(WorkspaceAddress)}/${to}${formatSearch(search)}`;
  function follow(event: MouseEvent) {
    // Other keys and buttons open tabs and windows, as with any link.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href, resetScroll: !keepsScroll });
  }
  return (
    <a href={href} aria-label={label} onClick={follow} onPointerEnter={onApproach} onFocus={onApproach}>
      {children}
    </a>
  );
}
