/** The retention setting of exports. */
import { retentionSetting } from '../../platform/retention/retention.ts';
import type { SettingDefinitions } from '../../platform/services/settings.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Days to keep ended exports; 0 for forever. */
    retainExportsDays: number;
  }
}

export const exportSettings: SettingDefinitions<'retainExportsDays'> = {
  retainExportsDays: retentionSetting(
    'RETAIN_EXPORTS_DAYS',
    30,
    'the records of ended exports, whose files expire after a day',
  ),
};
