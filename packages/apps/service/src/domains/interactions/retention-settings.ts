/** The settings of the retention of interactions and their content. */
import { retentionSetting } from '../../platform/retention/retention.ts';
import type { SettingDefinitions } from '../../platform/services/settings.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Days for which interactions are kept; 0 for forever. */
    retainInteractionsDays: number;
    /** Days for which the content of interactions is kept; 0 as long as the interactions. */
    retainContentDays: number;
  }
}

export const interactionSettings: SettingDefinitions<'retainInteractionsDays' | 'retainContentDays'> = {
  retainInteractionsDays: retentionSetting('RETAIN_INTERACTIONS_DAYS', 0, 'interactions and their counts'),
  retainContentDays: retentionSetting(
    'RETAIN_CONTENT_DAYS',
    0,
    'messages of interactions and arguments of their tool calls',
  ),
};
