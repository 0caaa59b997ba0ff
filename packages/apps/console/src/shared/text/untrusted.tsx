import styles from './untrusted.module.css';
import { isPlain, toVisibleParts } from './visible-text.ts';

/** Renders an untrusted string as isolated text, with hidden characters and deceptive words marked. */
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
            title={kind === 'hidden' ? 'Hidden character' : 'Letters that look like letters of another script'}
          >
            {text}
          </mark>
        ),
      )}
    </bdi>
  );
}

/** Links to an untrusted URL if it uses HTTP; other URLs are shown as text, so that they can't run scripts. */
export function WebLink({ url }: { url: string }) {
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') return <Untrusted text={url} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      <Untrusted text={url} />
    </a>
  );
}
