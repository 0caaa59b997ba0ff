import type { ReactNode } from 'react';

/** A scrollable area that keyboards can reach (WCAG 2.1.1). */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards couldn't scroll the area without it.
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
