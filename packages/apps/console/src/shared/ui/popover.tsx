import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const GAP_PX = 4;

/** A button that opens a panel below it. Escape and clicks elsewhere close it. The content is only rendered while it's open. */
export function Popover({
  label,
  icon,
  onToggle,
  children,
}: {
  label: string;
  icon?: string;
  /** Called after the panel has opened or closed. */
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  function place() {
    const from = anchor.current?.getBoundingClientRect();
    const element = panel.current;
    if (from === undefined || element === null) return;
    element.style.margin = '0';
    element.style.top = `${from.bottom + GAP_PX}px`;
    // Aligned with the start of the button or, if that doesn't fit, with its end.
    const fits = from.left + element.offsetWidth + GAP_PX <= innerWidth;
    element.style.left = `${fits ? from.left : Math.max(GAP_PX, from.right - element.offsetWidth)}px`;
  }

  return (
    <>
      <span ref={anchor}>
        <Button popoverTarget={id}>
          {icon !== undefined && <Icon name={icon} />} {label}
        </Button>
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        // Rendered before the panel is shown, because its width determines its position.
        onBeforeToggle={({ newState }) => newState === 'open' && flushSync(() => setOpen(true))}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          place();
          onToggle?.(newState === 'open');
        }}
      >
        {isOpen && children}
      </div>
    </>
  );
}
