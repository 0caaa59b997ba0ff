/** The retention setting of the log of changes. */
import { retentionSetting } from '../../platform/retention/retention.ts';
import type { SettingDefinitions } from '../../platform/services/settings.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Days to keep changes in the log; 0 for forever. */
    retainChangesDays: number;
  }
}

export const changeSettings: SettingDefinitions<'retainChangesDays'> = {
  retainChangesDays: retentionSetting('RETAIN_CHANGES_DAYS', 90, 'changes in the log of a workspace'),
};
