const KEPT = 8;

/** An identifier, shortened in the middle when it is long; whole on hover and for screen readers. */
export function ShortId({ id }: { id: string }) {
  if (id.length <= KEPT * 2) return <code>{id}</code>;
  return (
    <code title={id}>
      <span aria-hidden="true">
        {id.slice(0, KEPT)}…{id.slice(-KEPT / 2)}
      </span>
      <span className="visually-hidden">{id}</span>
    </code>
  );
}
