/** Length of the part before the ellipsis. */
const START_LENGTH = 8;

/** Shortens the middle of a long identifier. */
export function shortenId(id: string): string {
  return id.length <= START_LENGTH * 2 ? id : `${id.slice(0, START_LENGTH)}…${id.slice(-START_LENGTH / 2)}`;
}

/** An identifier, shortened if it's long. Hovering and screen readers reveal the full identifier. */
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
