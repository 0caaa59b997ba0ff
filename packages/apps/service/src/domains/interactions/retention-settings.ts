/** The retention settings of interactions and their content. */
import { retentionSetting } from '../../platform/retention/retention.ts';
import type { SettingDefinitions } from '../../platform/services/settings.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Days to keep interactions; 0 for forever. */
    retainInteractionsDays: number;
    /** Days to keep the content of interactions; 0 for as long as the interactions. */
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
