/** What the API stores is redacted in the same way as what an import submits. */
export { redact } from '@aispm/scan-import/redaction';
