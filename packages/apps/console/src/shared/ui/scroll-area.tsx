import type { ReactNode } from 'react';

/** An area that scrolls, which keyboards can reach (WCAG 2.1.1). */
export function ScrollArea({
  label,
  className,
  children,
}: {
  label: string;
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keyboards cannot scroll the area.
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
