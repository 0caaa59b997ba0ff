/** The settings of the service, both of the platform and of the domains. */
import { auditSettings } from '../domains/audit-entries/retention-settings.ts';
import { changeSettings } from '../domains/changes/retention-settings.ts';
import { evaluationSettings } from '../domains/evaluations/operator-settings.ts';
import { conversationSettings } from '../domains/evaluations/retention-settings.ts';
import { findingSettings } from '../domains/findings/retention-settings.ts';
import { interactionSettings } from '../domains/interactions/retention-settings.ts';
import { scanSettings } from '../domains/scans/retention-settings.ts';
import { exportSettings } from '../domains/views/retention-settings.ts';
import {
  type Environment,
  parseSettings,
  platformSettings,
  type SettingDefinitions,
  type SettingDescription,
  type Settings,
} from '../platform/services/settings.ts';

// A missing section doesn't compile.
const DEFINITIONS: SettingDefinitions<keyof Settings> = {
  ...platformSettings,
  ...evaluationSettings,
  ...interactionSettings,
  ...scanSettings,
  ...conversationSettings,
  ...findingSettings,
  ...exportSettings,
  ...auditSettings,
  ...changeSettings,
};

/** All settings, as the README and `--help` show them. */
export const SETTINGS: readonly SettingDescription[] = Object.values(DEFINITIONS);

/**
 * Reads the settings.
 *
 * @throws {SettingError} if values are invalid
 */
export function readSettings(environment: Environment): Settings {
  return parseSettings(DEFINITIONS, environment);
}
