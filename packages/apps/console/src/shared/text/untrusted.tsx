import styles from './untrusted.module.css';
import { isPlain, toVisibleParts } from './visible-text.ts';

/** A text from outside: shown as text, with hidden characters and deceptive words marked, and kept from its surroundings. */
export function Untrusted({ text }: { text: string }) {
  if (isPlain(text)) return text;
  const parts = toVisibleParts(text);
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'plain') return <bdi>{only.text}</bdi>;
  return (
    <bdi>
      {parts.map(({ text, kind }, index) =>
        kind === 'plain' ? (
          text
        ) : (
          <mark
            key={index}
            className={styles[kind]}
            title={kind === 'hidden' ? 'Hidden character' : 'Letters that look like those of another script'}
          >
            {text}
          </mark>
        ),
      )}
    </bdi>
  );
}

/** The address as a link if it is one of the web; otherwise as text, so that no script can be behind it. */
export function WebLink({ address }: { address: string }) {
  const protocol = URL.parse(address)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') return <Untrusted text={address} />;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      <Untrusted text={address} />
    </a>
  );
}
