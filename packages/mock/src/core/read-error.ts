/** Returns why a file can't be read, as a clause. */
export function describeReadError({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'the file does not exist';
  return code === 'EISDIR' ? 'it is a folder; use a file' : message;
}
