/** What the API stores is redacted in the same way as what an import submits. */
export { type Redacted, redact } from '@aispm/scan-import/redaction';
