/** The retention setting of the audit log. */
import { retentionSetting } from '../../platform/retention/retention.ts';
import type { SettingDefinitions } from '../../platform/services/settings.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Days to keep entries of the audit log; 0 for forever. */
    retainAuditDays: number;
  }
}

export const auditSettings: SettingDefinitions<'retainAuditDays'> = {
  retainAuditDays: retentionSetting('RETAIN_AUDIT_DAYS', 0, 'entries of the audit log'),
};
