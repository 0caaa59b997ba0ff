import { ApiError } from './errors.ts';

/**
 * Checks that an answer can be given in a form that the client takes.
 *
 * @throws {ApiError} 406 when it cannot
 */
export function checkAccept(accept: string | undefined, offered: readonly string[]): void {
  if (accept === undefined || accept.trim() === '' || offered.length === 0) return;
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((one) => one.trim().toLowerCase());
    return { type, isRefused: parameters.some((one) => /^q=0(\.0*)?$/.test(one)) };
  });
  const takes = (mediaType: string) => {
    const [main] = mediaType.split('/');
    // The most specific range decides.
    const range = [mediaType, `${main}/*`, '*/*'].map((name) => ranges.find(({ type }) => type === name)).find(Boolean);
    return range !== undefined && !range.isRefused;
  };
  if (!offered.some(takes)) {
    throw new ApiError(406, `The answer cannot be given as "${accept}", only as ${offered.join(', ')}.`);
  }
}
