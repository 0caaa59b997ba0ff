import { OBJECT_TYPES } from '../contract/object-types.ts';

/** The screens of a workspace, in the order of the navigation. */
export const SCREENS = [
  { segment: '', label: 'Dashboard', icon: 'dashboard' },
  { segment: 'changes', label: 'Changes', icon: 'change' },
  { segment: 'issues', label: 'Issues', icon: 'issue' },
  ...OBJECT_TYPES.map(({ segment, plural, icon }) => ({ segment, label: plural, icon })),
  { segment: 'rules', label: 'Rules', icon: 'rule' },
  { segment: 'evaluations', label: 'Evaluations', icon: 'evaluation' },
  { segment: 'runtime', label: 'Runtime', icon: 'runtime' },
  { segment: 'scans', label: 'Scans', icon: 'scan' },
  { segment: 'views', label: 'Views', icon: 'view' },
  { segment: 'webhooks', label: 'Webhooks', icon: 'webhook' },
  { segment: 'settings', label: 'Settings', icon: 'settings' },
];

/** The screens under which others appear in the navigation. */
const PARENTS: Record<string, string> = { runs: 'evaluations', occurrences: 'issues' };

/** Returns the path segment in the navigation for any path segment: "evaluations" for "runs". */
export function screenOf(segment: string): string {
  return PARENTS[segment] ?? segment;
}
