import { OBJECT_TYPES } from '../contract/object-types.ts';

/** The screens of a workspace, in the order of the navigation. */
export const SCREENS = [
  { segment: '', label: 'Dashboard', icon: 'dashboard' },
  { segment: 'issues', label: 'Issues', icon: 'issue' },
  ...OBJECT_TYPES.map(({ segment, plural, icon }) => ({ segment, label: plural, icon })),
  { segment: 'rules', label: 'Rules', icon: 'rule' },
  { segment: 'evaluations', label: 'Evaluations', icon: 'evaluation' },
  { segment: 'runtime', label: 'Runtime', icon: 'runtime' },
  { segment: 'scans', label: 'Scans', icon: 'scan' },
  { segment: 'views', label: 'Views', icon: 'view' },
  { segment: 'settings', label: 'Settings', icon: 'settings' },
];

/** The screens that others belong to, in the navigation. */
const PARENTS: Record<string, string> = { runs: 'evaluations', occurrences: 'issues' };

/** Returns the part of the address of the screen that a part belongs to: runs belong to the evaluations. */
export function screenOf(segment: string): string {
  return PARENTS[segment] ?? segment;
}
