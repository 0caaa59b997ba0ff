const KEPT = 8;

/** Shortens an identifier in the middle when it is long. */
export function shortenId(id: string): string {
  return id.length <= KEPT * 2 ? id : `${id.slice(0, KEPT)}…${id.slice(-KEPT / 2)}`;
}

/** An identifier, shortened in the middle when it is long; whole on hover and for screen readers. */
export function ShortId({ id }: { id: string }) {
  const short = shortenId(id);
  if (short === id) return <code>{id}</code>;
  return (
    <code title={id}>
      <span aria-hidden="true">{short}</span>
      <span className="visually-hidden">{id}</span>
    </code>
  );
}
