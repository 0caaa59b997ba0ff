import type { Change } from '@aispm/client';
import type { ReactNode } from 'react';
import { findByObjectType, findBySegment } from '../../shared/contract/object-types.ts';
import { RowLink } from '../../shared/links/row-link.tsx';
import { ObjectLink } from '../../shared/objects/object-link.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import { formatClock } from '../../shared/ui/time.tsx';
import styles from './changes.module.css';
import { detailsOf, markOf, verbOf } from './describe.ts';

/** A change: when, what it means, and what it's about, with links. */
export function ChangeRow({ change }: { change: Change }) {
  const { icon, label } = markOf(change);
  const details = detailsOf(change);
  const hasCause = change.scan_id !== null && change.scan_id !== change.subject_id;
  return (
    <li className={styles.row}>
      <time dateTime={change.occurred_at} title={change.occurred_at}>
        {formatClock(new Date(change.occurred_at))}
      </time>
      <span className={styles.mark} data-mark={icon}>
        <Icon name={icon} /> {label}
      </span>
      <span className={styles.what}>
        <Subject change={change} /> {details !== '' && <span className={styles.quiet}>{details}</span>}
        {hasCause && (
          <span className={styles.quiet}>
            {' '}
            in <RowLink to={`scans/${encodeURIComponent(change.scan_id ?? '')}`}>a scan</RowLink>
          </span>
        )}
      </span>
    </li>
  );
}

/** Screens of the records that aren't objects, by the first word of the kind of a change. */
const SCREENS: Readonly<Record<string, { before: string; to: (id: string) => string }>> = {
  issue: { before: '', to: (id) => `issues/${id}` },
  rule: { before: 'Rule ', to: (id) => `rules/${id}` },
  scan: { before: 'Scan of ', to: (id) => `scans/${id}` },
  run: { before: 'Run of ', to: (id) => `runs/${id}` },
  // An export has no screen of its own, and a change doesn't tell its view.
  export: { before: 'Export of ', to: () => 'views' },
};

function Subject({ change }: { change: Change }): ReactNode {
  const { kind, object_type, subject_id, edge, target_id } = change;
  if (object_type !== null) {
    const type = findByObjectType(object_type)?.singular ?? object_type;
    return (
      <>
        {type} <ObjectLink objectType={object_type} id={subject_id} name={nameOf(change.subject_name)} />
        {edge !== null && target_id !== null && (
          <>
            {' '}
            {verbOf(change)} <TargetLink edge={edge} id={target_id} name={nameOf(change.target_name)} />
          </>
        )}
      </>
    );
  }
  const screen = SCREENS[kind.split('_')[0] ?? ''];
  const name = <Untrusted text={nameOf(change.subject_name)} />;
  if (screen === undefined) return name;
  return (
    <>
      {change.definitive_severity !== null && <Severity value={change.definitive_severity} />} {screen.before}
      <RowLink to={screen.to(encodeURIComponent(subject_id))}>{name}</RowLink>
    </>
  );
}

/** Links the target of a relation, whose type its edge tells. */
function TargetLink({ edge, id, name }: { edge: string; id: string; name: string }) {
  const type = findBySegment(edge.replace(/^(sub|parent)_/, '').replaceAll('_', '-'));
  return <ObjectLink objectType={type?.objectType ?? ''} id={id} name={name} />;
}

function nameOf(name: string | null): string {
  return name ?? 'no longer retained';
}
