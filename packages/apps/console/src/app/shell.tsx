import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { PaletteButton } from '../features/palette/palette-button.tsx';
import { currentUserQuery, useClient } from '../shared/api/api.tsx';
import { useNavigationKeys } from '../shared/keys/navigation-keys.ts';
import { WorkspacePath } from '../shared/links/row-link.tsx';
import { SCREENS, screenOf } from '../shared/links/screens.ts';
import { signOut } from '../shared/session/session.ts';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Loading } from '../shared/ui/states.tsx';
import { KeyHelp } from './key-help.tsx';
import styles from './shell.module.css';

/** The frame of all screens of a workspace. */
export function Shell() {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const params = useParams({ from: '/w/$tenant/$workspace' });
  const workspacePath = useRouter().buildLocation({ to: '/w/$tenant/$workspace', params }).href;
  useNavigationKeys();
  useLostFocus();
  const current = screenOf(pathname.slice(workspacePath.length + 1).split('/')[0] ?? '');
  useTitle(current, `${params.tenant} / ${params.workspace}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a screen closes the menu.
  useEffect(() => menu.current?.hidePopover(), [pathname]);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <span className={styles.menuButton}>
          <Button kind="quiet" aria-label="Menu" onClick={() => menu.current?.togglePopover()}>
            <Icon name="menu" />
          </Button>
        </span>
        <span className={styles.product}>AISPM</span>
        <WorkspaceSwitch />
        <PaletteButton />
        <KeyHelp />
        <span className={styles.signOut}>
          <SignOut />
        </span>
      </header>
      <nav className={styles.navigation} aria-label="Screens">
        <Screens current={current} />
      </nav>
      <nav ref={menu} popover="auto" className={styles.drawer} aria-label="Menu">
        <Screens current={current} />
        <SignOut />
      </nav>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense fallback={<Loading isScreen rows={8} />}>
          <WorkspacePath value={workspacePath}>
            <Outlet />
          </WorkspacePath>
        </Suspense>
      </main>
    </div>
  );
}

/** Moves focus to the content when the followed link isn't part of the next screen. Otherwise Tab would start over. */
function useLostFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation }) => {
        if (fromLocation === undefined || document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      }),
    [router],
  );
}

/** Sets the document title to the screen's name, so that users can tell tabs and history entries apart. */
function useTitle(segment: string, workspace: string): void {
  const label = SCREENS.find((screen) => screen.segment === segment)?.label;
  useEffect(() => {
    document.title = [label, workspace, 'AISPM'].filter((part) => part !== undefined).join(' · ');
  }, [label, workspace]);
}

function SignOut() {
  return (
    <Button kind="quiet" onClick={signOut}>
      Sign out
    </Button>
  );
}

/** @param current the path segment of the current screen */
function Screens({ current }: { current: string }) {
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  return (
    <ul>
      {SCREENS.map(({ segment, label, icon }) => (
        <li key={segment}>
          <Link
            to={`/w/$tenant/$workspace/${segment}` as '/w/$tenant/$workspace'}
            params={{ tenant, workspace }}
            activeOptions={{ exact: segment === '', includeSearch: false }}
            className={styles.link}
            aria-current={segment === current ? 'page' : undefined}
          >
            <Icon name={icon} /> {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Switches workspaces. The key's workspaces are requested on hover or focus, unless signing in already did. */
function WorkspaceSwitch() {
  const [isNeeded, setNeeded] = useState(false);
  const { data } = useQuery({ ...currentUserQuery(useClient()), enabled: isNeeded });
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  const navigate = useNavigate();
  const workspaces = data?.workspaces ?? [{ tenant_id: tenant, workspace_id: workspace }];
  const label = (entry: { tenant_id: string; workspace_id: string }) => `${entry.tenant_id} / ${entry.workspace_id}`;
  const current = label({ tenant_id: tenant, workspace_id: workspace });
  return (
    <label className={styles.workspace}>
      <span className="visually-hidden">Workspace</span>
      <select
        value={current}
        onPointerEnter={() => setNeeded(true)}
        onFocus={() => setNeeded(true)}
        onChange={(event) => {
          const next = workspaces.find((entry) => label(entry) === event.target.value);
          if (next === undefined) return;
          const params = { tenant: next.tenant_id, workspace: next.workspace_id };
          void navigate({ to: '/w/$tenant/$workspace', params });
        }}
      >
        {workspaces.map((entry) => (
          <option key={label(entry)}>{label(entry)}</option>
        ))}
      </select>
    </label>
  );
}
