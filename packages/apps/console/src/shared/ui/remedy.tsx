import type { Rule } from '@aispm/client';
import { Untrusted, WebLink } from '../text/untrusted.tsx';
import styles from './remedy.module.css';

/** How to fix the findings of a rule; nothing if the rule doesn't say it. */
export function Remedy({ remediation }: { remediation: Rule['remediation'] | null }) {
  if (remediation === null || remediation === undefined) return null;
  return (
    <section aria-label="Remediation">
      <h2>Remediation</h2>
      <p>
        <Untrusted text={remediation.summary} />
      </p>
      <ol className={styles.steps}>
        {remediation.steps.map((step) => (
          <li key={step}>
            <Untrusted text={step} />
          </li>
        ))}
      </ol>
      <ul>
        {remediation.references.map((reference) => (
          <li key={reference}>
            <WebLink url={reference} />
          </li>
        ))}
      </ul>
    </section>
  );
}
