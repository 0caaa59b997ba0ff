import { WorkspaceLink } from '../links/workspace-link.tsx';
import styles from './tabs.module.css';

/** A tab of a screen. */
export interface Tab {
  id: string;
  label: string;
}

/** Links to the tabs of a screen. The URL contains the current one as `tab`, except for the first. */
export function Tabs({ to, tabs, current }: { to: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav className={styles.tabs} aria-label="Tabs">
      {tabs.map(({ id, label }, index) => (
        <span key={id} data-current={id === current || undefined}>
          <WorkspaceLink to={to} search={index === 0 ? {} : { tab: id }}>
            {label}
          </WorkspaceLink>
        </span>
      ))}
    </nav>
  );
}
