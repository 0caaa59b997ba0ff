import { getRule, type Rule } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { labelOf } from '../../shared/contract/labels.ts';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { RecordPanel } from '../../shared/list/record-panel.tsx';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Remedy } from '../../shared/ui/remedy.tsx';
import type { RuleChanges } from './rule-changes.tsx';
import { RuleSettings } from './rule-settings.tsx';
import styles from './rules.module.css';

/** How often a rule is requested again while its findings follow its settings, in milliseconds. */
const APPLYING_MS = 5_000;

/** A rule: its settings in this workspace, its description and its remediation. */
export function RulePanel({ id, changes }: { id: string; changes: RuleChanges }) {
  const query = useQuery({
    ...queryOptions(useWorkspaceClient(), getRule, { rule_id: id }),
    refetchInterval: ({ state }) => (state.data?.is_applying_settings ? APPLYING_MS : false),
  });
  return (
    <RecordPanel label="Rule" segment="rules" query={query} nameOf={({ rule_name }) => rule_name}>
      {(rule) => (
        <>
          <p>
            <Untrusted text={rule.rule_description} />
          </p>
          <p>
            <WorkspaceLink to="issues" search={{ rule_id: rule.rule_id }}>
              Show its issues
            </WorkspaceLink>
          </p>
          <RuleSettings rule={rule} changes={changes} />
          <Facts rule={rule} />
          <Remedy remediation={rule.remediation} />
        </>
      )}
    </RecordPanel>
  );
}

function Facts({ rule }: { rule: Rule }) {
  const tags = Object.entries(rule.tags ?? {});
  return (
    <dl className={styles.facts}>
      <dt>Source</dt>
      <dd>{labelOf('RuleSource', rule.source)}</dd>
      <dt>Checks</dt>
      <dd>{rule.object_types.map((type) => labelOf('ObjectType', type)).join(', ')}</dd>
      {tags.map(([taxonomy, identifiers]) => (
        <Fragment key={taxonomy}>
          <dt>
            <Untrusted text={taxonomy} />
          </dt>
          <dd>
            <Untrusted text={identifiers.join(', ')} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
