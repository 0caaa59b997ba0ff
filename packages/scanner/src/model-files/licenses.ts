/** Licenses of models as expressions of SPDX. */
import { trimBoth } from '@aispm/openapi/trim';
import identifiers from 'spdx-license-ids/index.json' with { type: 'json' };

const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(identifiers.map((id) => [id.toLowerCase(), id]));

/** Strings that name no license. */
const NONE = /^(?:other|unknown|none|n\/a|proprietary)?$/i;

/**
 * Returns a license as an SPDX expression: identifiers in their official case, and `LicenseRef-…` for what SPDX doesn't list, such as
 * `llama3.1`. Undefined when the text names none.
 */
export function spdxLicense(text: string): string | undefined {
  const trimmed = text.trim();
  if (NONE.test(trimmed)) return undefined;
  const parts = trimmed.replaceAll(/\s+/g, ' ').split(/ (OR|AND) /i);
  const known = parts.map((part, index) =>
    index % 2 === 1 ? part.toUpperCase() : BY_LOWER_CASE.get(part.replace(/^\((.*)\)$/, '$1').toLowerCase()),
  );
  if (known.every((part) => part !== undefined)) return known.join(' ');
  const reference = trimBoth(trimmed.replaceAll(/[^A-Za-z0-9.-]+/g, '-'), /-/).slice(0, 200);
  return reference === '' ? undefined : `LicenseRef-${reference}`;
}
