import { getRule, isApiError, type Rule, type RuleUpdate, updateRule, type WorkspaceClient } from '@aispm/client';
import { labelOf } from '../../shared/contract/labels.ts';

/** The settings of a rule in a workspace. */
export type Settings = Pick<Rule, 'is_enabled' | 'severity_override' | 'settings_reason'>;

const NAMES = ['is_enabled', 'severity_override', 'settings_reason'] as const;

/** Means that someone changed the settings of a rule after they were shown. */
export class ChangedRule extends Error {
  readonly theirs: Rule;

  constructor(theirs: Rule) {
    super('Someone else changed this rule.');
    this.theirs = theirs;
  }
}

/** Returns only the settings of a rule. */
export function settingsOf({ is_enabled, severity_override, settings_reason }: Settings): Settings {
  return { is_enabled, severity_override, settings_reason };
}

/**
 * Changes the settings of a rule.
 *
 * @param shown the settings that the user saw
 * @throws {ChangedRule} if someone changed them in the meantime
 */
export async function changeSettings(
  client: WorkspaceClient,
  shown: Settings & Pick<Rule, 'rule_id'>,
  body: RuleUpdate,
): Promise<Rule> {
  const { rule_id } = shown;
  // Only the header of a response has the version, so the change is made to the version with the settings that are shown.
  const { data, headers, status } = await getRule.result(client, { rule_id });
  if (status === 200 && NAMES.some((name) => data[name] !== shown[name])) throw new ChangedRule(data);
  try {
    return await updateRule(client, { rule_id, 'If-Match': headers.get('etag') ?? '*', body });
  } catch (error) {
    if (isApiError(error) && error.status === 412) throw new ChangedRule(await getRule(client, { rule_id }));
    throw error;
  }
}

/** The severity that a rule's findings have; undefined if each has that of its scanner. */
export function ratingOf({ severity, severity_override }: Pick<Rule, 'severity' | 'severity_override'>) {
  return severity_override ?? severity;
}

/** Describes what changed between two states of a rule: "switched off", "severity changed from High to Low". */
export function describeChange(before: Rule, after: Rule): string {
  const changes: string[] = [];
  if (after.is_enabled !== before.is_enabled) changes.push(after.is_enabled ? 'switched on' : 'switched off');
  if (after.severity_override !== before.severity_override)
    changes.push(`severity changed from ${nameRating(before)} to ${nameRating(after)}`);
  return changes.length === 0 ? 'reason changed' : changes.join(', ');
}

function nameRating(rule: Rule): string {
  const rating = ratingOf(rule);
  return rating === undefined ? 'that of each finding' : labelOf('Severity', rating);
}
