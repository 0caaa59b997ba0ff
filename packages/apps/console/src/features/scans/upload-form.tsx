import { isApiError, type ScanDocument, submitScan } from '@aispm/client';
import { invalidateAfter } from '@aispm/react-query';
import {
  describeGroup,
  describeIgnored,
  groupViolations,
  ImportError,
  type ImportViolation,
} from '@aispm/report-import';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { WorkspaceLink } from '../../shared/links/workspace-link.tsx';
import { formatNumber } from '../../shared/text/count.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { explain } from '../../shared/ui/states.tsx';
import { readUpload, type Upload } from './read-upload.ts';
import styles from './scans.module.css';

/** The outcome of submitting a document. */
type Submission = { document: ScanDocument; file: string } & ({ scanId: string } | { error: unknown });

/** A file that can't be read. */
interface Unreadable {
  name: string;
  message: string;
}

/** Reads files, shows what they contain and why items were rejected, and submits them as scans. */
export default function UploadForm({ files, close }: { files: readonly File[]; close: () => void }) {
  const [target, setTarget] = useState('');
  const { uploads, unreadable, isReading } = useUploads(files, target);
  const { submit, isPending, submissions } = useSubmission();
  const documents = uploads.flatMap(({ name, documents: all }) => all.map((document) => ({ file: name, document })));
  const hasReports = uploads.some(({ format }) => format !== 'scan document');
  const id = useId();
  function start(event: FormEvent) {
    event.preventDefault();
    submit(documents);
  }
  return (
    <form className={styles.form} onSubmit={start}>
      {hasReports && (
        <label htmlFor={id}>
          Target (same name for every scan of it)
          <input
            id={id}
            required
            placeholder="github.com/example/repository"
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          />
        </label>
      )}
      <div role="status">{isReading && 'Reading the files'}</div>
      {unreadable.map(({ name, message }) => (
        <section key={name} aria-label={name} className={styles.file}>
          <h3>
            <Untrusted text={name} />
          </h3>
          <p className={styles.problem}>
            <Untrusted text={message} />
          </p>
        </section>
      ))}
      {uploads.map((upload) => (
        <Summary key={upload.name} upload={upload} />
      ))}
      <div className={styles.bar}>
        {submissions.length === 0 && documents.length > 0 && (
          <Button type="submit" kind="primary" isDisabled={isPending || isReading}>
            {documents.length === 1 ? 'Submit 1 scan' : `Submit ${documents.length} scans`}
          </Button>
        )}
        <Button onClick={close}>{submissions.length > 0 ? 'Close' : 'Cancel'}</Button>
      </div>
      <ul role="status" aria-label="Submitted scans">
        {submissions.map((submission, index) => (
          <li key={index}>
            <Submitted submission={submission} />
          </li>
        ))}
      </ul>
    </form>
  );
}

/** Reads the files, and reads them again when the target changes, because it's part of their scans. */
function useUploads(files: readonly File[], target: string) {
  const [state, setState] = useState({ uploads: [] as Upload[], unreadable: [] as Unreadable[], isReading: true });
  useEffect(() => {
    let isCurrent = true;
    async function read() {
      const uploads: Upload[] = [];
      const unreadable: Unreadable[] = [];
      for (const file of files) {
        try {
          uploads.push(await readUpload(file, { target, trigger: 'manual' }));
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
          unreadable.push({ name: file.name, message: error.message });
        }
      }
      if (isCurrent) setState({ uploads, unreadable, isReading: false });
    }
    void read();
    return () => {
      isCurrent = false;
    };
  }, [files, target]);
  return state;
}

/** Submits documents one by one, so that the service gets them in the order of the files. */
function useSubmission() {
  const client = useWorkspaceClient();
  const queries = useQueryClient();
  const [submissions, setSubmissions] = useState<Submission[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: async (documents: readonly { file: string; document: ScanDocument }[]) => {
      for (const { file, document } of documents) {
        const outcome = await submitScan(client, { body: document }).then(
          ({ scan_id }) => ({ scanId: scan_id }),
          (error: unknown) => ({ error }),
        );
        setSubmissions((all) => [...all, { file, document, ...outcome }]);
      }
      await invalidateAfter(queries, client, submitScan, {});
    },
  });
  return { submit: mutate, isPending, submissions };
}

function Summary({ upload }: { upload: Upload }) {
  const { name, format, documents, rejected, incomplete, ignored } = upload;
  const count = (list: 'objects' | 'occurrences') =>
    formatNumber(documents.reduce((sum, document) => sum + document[list].length, 0));
  const skipped = ignored.map(describeIgnored);
  return (
    <section aria-label={name} className={styles.file}>
      <h3>
        <Untrusted text={name} />
      </h3>
      <p>
        {{ sarif: 'SARIF', cyclonedx: 'CycloneDX', spdx: 'SPDX', 'scan document': 'Scan document' }[format]}. Objects:{' '}
        {count('objects')}. Occurrences: {count('occurrences')}.
        {skipped.length > 0 && <Untrusted text={` Skipped: ${skipped.join('; ')}.`} />}
      </p>
      {documents.length === 0 && <p className={styles.problem}>This file doesn't contain a scan.</p>}
      <Violations title="Rejected" violations={rejected} />
      <Violations title="Imported without some values" violations={incomplete} />
    </section>
  );
}

function Violations({ title, violations }: { title: string; violations: readonly ImportViolation[] }) {
  if (violations.length === 0) return null;
  return (
    <details open={title === 'Rejected'}>
      <summary>
        {title}: {formatNumber(violations.length)}
      </summary>
      <ul className={styles.reasons}>
        {groupViolations(violations).map((group) => (
          <li key={group.reason}>
            <Untrusted text={describeGroup(group)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Submitted({ submission }: { submission: Submission }) {
  const { file, document } = submission;
  const label = `${file}, ${document.target}`;
  if ('scanId' in submission) {
    return (
      <>
        Submitted:{' '}
        <WorkspaceLink to={`scans/${encodeURIComponent(submission.scanId)}`}>
          <Untrusted text={label} />
        </WorkspaceLink>
      </>
    );
  }
  return (
    <span className={styles.problem}>
      Rejected: <Untrusted text={label} />. <Untrusted text={explain(submission.error)} />
      <Details error={submission.error} />
    </span>
  );
}

/** The reasons why the service rejected a document, by location. */
function Details({ error }: { error: unknown }) {
  const details = isApiError(error)
    ? (error.body as { details?: Record<string, string> } | undefined)?.details
    : undefined;
  if (details === undefined) return null;
  return (
    <ul className={styles.reasons}>
      {Object.entries(details).map(([location, reason]) => (
        <li key={location}>
          <Untrusted text={`${location} ${reason}`} />
        </li>
      ))}
    </ul>
  );
}
