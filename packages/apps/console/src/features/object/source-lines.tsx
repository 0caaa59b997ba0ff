import { Fragment } from 'react';
import { Untrusted, WebLink } from '../../shared/text/untrusted.tsx';
import { ScrollArea } from '../../shared/ui/scroll-area.tsx';
import styles from './object.module.css';

/** The source code of a location with line numbers, and a link to the file. */
export function SourceLines({ location }: { location: Record<string, unknown> }) {
  const { snippet, url, start_line: start } = location;
  return (
    <section aria-label="Source">
      {typeof snippet === 'string' && (
        <ScrollArea label="Source lines" className={styles.source}>
          {snippet.split('\n').map((line, index) => (
            <Fragment key={index}>
              <span className={styles.lineNumber}>{typeof start === 'number' ? start + index : ''}</span>
              <code>
                <Untrusted text={line} />
              </code>
            </Fragment>
          ))}
        </ScrollArea>
      )}
      {typeof url === 'string' && (
        <p>
          Open in repository: <WebLink url={url} />
        </p>
      )}
    </section>
  );
}
