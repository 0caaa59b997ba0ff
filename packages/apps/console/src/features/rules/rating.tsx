import type { Rule } from '@aispm/client';
import { Icon } from '../../shared/ui/icon.tsx';
import { Severity } from '../../shared/ui/severity.tsx';
import styles from './rules.module.css';
import { ratingOf } from './settings.ts';

/** Whether a rule is off, the severity of its findings, and what it was before the workspace changed it. */
export function Rating({ rule }: { rule: Pick<Rule, 'is_enabled' | 'severity' | 'severity_override'> }) {
  return (
    <span className={styles.rating}>
      <span>
        {!rule.is_enabled && (
          <span className={styles.off}>
            <Icon name="off" /> Off
          </span>
        )}{' '}
        <Rated severity={ratingOf(rule)} />
      </span>
      {rule.severity_override !== null && (
        <span className={styles.was}>
          was <Rated severity={rule.severity} />
        </span>
      )}
    </span>
  );
}

function Rated({ severity }: { severity: string | undefined }) {
  if (severity !== undefined) return <Severity value={severity} />;
  return <span title="Each finding has the severity that its scanner reported.">Varies</span>;
}
