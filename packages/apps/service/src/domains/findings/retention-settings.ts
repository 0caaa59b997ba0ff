/** The retention settings of resolved occurrences and of the history of issues. */
import { retentionSetting } from '../../platform/retention/retention.ts';
import type { SettingDefinitions } from '../../platform/services/settings.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Days to keep resolved occurrences; 0 for forever. */
    retainResolvedDays: number;
    /** Days to keep the history of issues; 0 for forever. */
    retainHistoryDays: number;
  }
}

export const findingSettings: SettingDefinitions<'retainResolvedDays' | 'retainHistoryDays'> = {
  retainResolvedDays: retentionSetting('RETAIN_RESOLVED_DAYS', 0, 'resolved occurrences'),
  retainHistoryDays: retentionSetting('RETAIN_HISTORY_DAYS', 0, 'entries of the history of issues'),
};
