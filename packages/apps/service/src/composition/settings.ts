/** The settings of the service: those of the platform and of the domains. */
import { evaluationSettings } from '../domains/evaluations/outgoing-hosts-setting.ts';
import {
  parseSettings,
  platformSettings,
  type SettingDefinitions,
  type SettingDescription,
  type Settings,
} from '../platform/settings.ts';

// A section that is missing does not compile.
const DEFINITIONS: SettingDefinitions<keyof Settings> = { ...platformSettings, ...evaluationSettings };

/** All settings, as the README and `--help` show them. */
export const SETTINGS: readonly SettingDescription[] = Object.values(DEFINITIONS);

/**
 * Reads the settings.
 *
 * @throws {SettingError} when values are not valid
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return parseSettings(DEFINITIONS, environment);
}
