/** Stroke paths of 16 × 16 icons. */
const PATHS: Record<string, string> = {
  dashboard: 'M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5h4.5v3H2.5z',
  agent: 'M3.5 6h9v6.5h-9zM8 6V3M6.5 2.5h3M6 9v1M10 9v1M1.5 8v2.5M14.5 8v2.5',
  model: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM8 8l5.5-3M8 8v6M8 8L2.5 5',
  tool: 'M9.5 6.5a3 3 0 0 0-4-4l2 2-2 2-2-2a3 3 0 0 0 4 4l5 5 2-2z',
  mcp_server: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  asset: 'M2.5 4h4l1.5 1.5h5.5v7h-11z',
  location:
    'M8 14c3-3.5 4.5-5.8 4.5-7.5a4.500 4.500 0 0 0-9 0C3.500 8.200 5 10.500 8 14zM8 8a1.500 1.500 0 1 0 0-3a1.500 1.500 0 0 0 0 3',
  issue: 'M8 2.5l6 10.5H2zM8 6.500v3M8 11.500h.01',
  rule: 'M4 2.500h8v11H4zM6 5.500h4M6 8h4M6 10.500h2.500',
  evaluation: 'M2.500 8.500l3.500 3.500 7.500-8',
  runtime: 'M1.500 8h3l2-5 3 10 2-5h3',
  scan: 'M2.500 5.500v-3h3M10.500 2.500h3v3M13.500 10.500v3h-3M5.500 13.500h-3v-3M2.500 8h11',
  view: 'M2.500 3h11v10h-11zM2.500 6.500h11M6.500 6.500v6.500',
  webhook: 'M2 8.500l12-6-3.500 11.500-3-4.500zM7.500 9.500l6.500-7',
  settings: 'M2.500 4.500h6M11.500 4.500h2M10 3v3M2.500 11.500h2M7.500 11.500h6M6 10v3',
  off: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM3.800 3.800l8.400 8.400',
  lock: 'M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500',
  change: 'M2.500 5.500h9M9 3l2.500 2.500L9 8M13.500 10.500h-9M7 8l-2.500 2.500L7 13',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  menu: 'M2.500 4h11M2.500 8h11M2.500 12h11',
  close: 'M3.500 3.500l9 9M12.500 3.500l-9 9',
  filter: 'M2 3.500h12l-4.500 5v4.500l-3-1.500v-3z',
};

/** Returns the path of a 16 × 16 icon, or an empty string for unknown names. */
export function iconPath(name: string | undefined): string {
  return PATHS[name ?? ''] ?? '';
}

/** A decorative icon, hidden from screen readers. */
export function Icon({ name }: { name: string }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      <path d={iconPath(name)} strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
