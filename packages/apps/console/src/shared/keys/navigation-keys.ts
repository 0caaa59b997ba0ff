import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { isTyping, useKeyPresses } from './key-presses.ts';

/** Path segments of the screens that `g` and a letter open. */
export const NAVIGATION_KEYS: Record<string, string> = {
  d: '',
  i: 'issues',
  a: 'agents',
  s: 'scans',
  e: 'evaluations',
  r: 'runtime',
};

/** `g d` opens the dashboard, `g i` the issues, and so on, unless the user is typing. */
export function useNavigationKeys(): void {
  const navigate = useNavigate();
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  const isPrefixed = useRef(false);
  useKeyPresses((event) => {
    if (isTyping(event)) return;
    const segment = isPrefixed.current ? NAVIGATION_KEYS[event.key] : undefined;
    isPrefixed.current = event.key === 'g';
    if (segment === undefined) return;
    event.preventDefault();
    void navigate({
      to: `/w/$tenant/$workspace/${segment}` as '/w/$tenant/$workspace',
      params: { tenant, workspace },
    });
  });
}
