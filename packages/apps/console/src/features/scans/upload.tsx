import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Loading } from '../../shared/ui/states.tsx';
import styles from './scans.module.css';

const UploadForm = lazy(() => import('./upload-form.tsx'));

/**
 * Opens the form for uploading files, by file dialog or drag and drop. The parsers are loaded with the first file.
 *
 * @param takesDrops whether users can drop files anywhere in the window. Otherwise, the browser would open them.
 */
export function UploadButton({ takesDrops = false }: { takesDrops?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  useEffect(() => {
    if (!takesDrops) return;
    function over(event: globalThis.DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (dialog.current?.open === false) dialog.current.showModal();
    }
    function drop(event: globalThis.DragEvent) {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setFiles([...event.dataTransfer.files]);
    }
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [takesDrops]);
  const close = () => dialog.current?.close();
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>Upload…</Button>
      <dialog ref={dialog} className={styles.dialog} aria-label="Upload scans" onClose={() => setFiles([])}>
        <h2>Upload scans</h2>
        {files.length === 0 ? (
          <Choice choose={setFiles} close={close} />
        ) : (
          <Suspense fallback={<Loading rows={4} />}>
            <UploadForm files={files} close={close} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}

function Choice({ choose, close }: { choose: (files: readonly File[]) => void; close: () => void }) {
  const [isOver, setOver] = useState(false);
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose([...event.dataTransfer.files]);
  }
  return (
    <div className={styles.form}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the file input. */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label>
          Drop files here, or choose them: scan documents, SARIF, CycloneDX and SPDX 3, optionally gzipped
          <input
            type="file"
            multiple
            accept=".json,.sarif,.xml,.gz,.cdx"
            onChange={(event) => choose([...(event.target.files ?? [])])}
          />
        </label>
      </div>
      <div>
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  );
}
