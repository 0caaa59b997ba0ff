/** The retention setting of scans. */
import { retentionSetting } from '../../platform/retention/retention.ts';
import type { SettingDefinitions } from '../../platform/services/settings.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Days to keep ended scans; 0 for forever. */
    retainScansDays: number;
  }
}

export const scanSettings: SettingDefinitions<'retainScansDays'> = {
  retainScansDays: retentionSetting('RETAIN_SCANS_DAYS', 0, 'ended scans that are not current, and their results'),
};
