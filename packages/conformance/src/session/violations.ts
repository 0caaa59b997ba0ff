/** Describes violations for the report. */

import type { ViolationDetails } from './results.ts';
import type { WireResponse } from './transport.ts';

type Part = ViolationDetails['part'];

/** Maximum length of a received value in a report, in characters. */
const MAX_VALUE = 160;

/** Describes an unexpected value. */
export function wrongValue(part: Part, pointer: string, expected: string, value: unknown): ViolationDetails {
  return { part, pointer, expected, got: formatValue(value) };
}

/** Describes an unexpected result in words. */
export function wrongText(part: Part, pointer: string, expected: string, got: string): ViolationDetails {
  return { part, pointer, expected, got: clip(got) };
}

/** Describes an unexpected status, with the start of the response body. */
export function wrongStatus(expected: string, { status, text }: WireResponse): ViolationDetails {
  return wrongText('status', '', expected, `${status} ${text.replaceAll(/\s+/g, ' ')}`.trim());
}

/** Formats a value for the report; undefined as `none`. */
export function formatValue(value: unknown): string {
  return clip(JSON.stringify(value) ?? 'none');
}

function clip(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}
