/**
 * Saves the body of a response as a file.
 *
 * @param name name of the file; characters that file systems don't allow become `-`
 * @param onProgress called with the number of bytes received so far
 */
export async function saveFile(response: Response, name: string, onProgress: (bytes: number) => void): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of read(response)) {
    parts.push(part);
    bytes += part.byteLength;
    onProgress(bytes);
  }
  const url = URL.createObjectURL(new Blob(parts, { type: response.headers.get('content-type') ?? '' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[^\p{L}\p{N} ._-]+/gu, '-');
  link.click();
  URL.revokeObjectURL(url);
}

/** Iterates over a body. Not all browsers support iterating over streams. */
async function* read({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) return;
    yield next.value as Uint8Array<ArrayBuffer>;
  }
}
