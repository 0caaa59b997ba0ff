import { useRouter } from '@tanstack/react-router';
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { formatSearch, type Search } from './search.ts';

/** The path of the workspace, such as `/w/halden-freight/production`, for the links below. */
export const WorkspacePath = createContext('');

/**
 * A link to a screen of the workspace, for the rows of long lists and the nodes of graphs. Unlike `WorkspaceLink`, it
 * doesn't subscribe to the router, which would cost more than the rest of a row, and doesn't preload the screen.
 */
export function RowLink({
  to,
  search = {},
  keepsScroll = false,
  label,
  onApproach,
  children,
}: {
  /** The encoded path, relative to the workspace. */
  to: string;
  search?: Search;
  /** Whether to keep the scroll position. */
  keepsScroll?: boolean;
  /** The accessible name. Default: the children. */
  label?: string;
  /** Called when the pointer or the focus reaches the link. */
  onApproach?: () => void;
  children: ReactNode;
}) {
  const router = useRouter();
  const href = `${useContext(WorkspacePath)}/${to}${formatSearch(search)}`;
  function follow(event: MouseEvent) {
    // Modifier keys and other buttons open tabs and windows, as with any link.
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
