/** The retention setting of run conversations. */
import { retentionSetting } from '../../platform/retention/retention.ts';
import type { SettingDefinitions } from '../../platform/services/settings.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Days to keep the conversations of evaluation runs; 0 for forever. */
    retainConversationsDays: number;
  }
}

export const conversationSettings: SettingDefinitions<'retainConversationsDays'> = {
  retainConversationsDays: retentionSetting('RETAIN_CONVERSATIONS_DAYS', 0, 'conversations of evaluation runs'),
};
