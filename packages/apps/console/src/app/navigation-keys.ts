import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The screen behind `g` and a letter. */
export const NAVIGATION_KEYS: Record<string, string> = {
  d: '',
  i: 'issues',
  a: 'agents',
  s: 'scans',
  e: 'evaluations',
  r: 'runtime',
};

/** `g d` opens the dashboard, `g i` the issues, and so on. Nothing happens while someone types. */
export function useNavigationKeys(): void {
  const navigate = useNavigate();
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  useEffect(() => {
    let isPrefixed = false;
    function press(event: KeyboardEvent) {
      if (isTyping(event)) return;
      const segment = isPrefixed ? NAVIGATION_KEYS[event.key] : undefined;
      isPrefixed = event.key === 'g';
      if (segment === undefined) return;
      event.preventDefault();
      void navigate({
        to: `/w/$tenant/$workspace/${segment}` as '/w/$tenant/$workspace',
        params: { tenant, workspace },
      });
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate, tenant, workspace]);
}

/** Where keys have a meaning of their own. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea, dialog, [popover]';

/** Whether a key belongs to a field, a dialog or the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  return event.target instanceof Element && event.target.closest(FIELDS) !== null;
}
