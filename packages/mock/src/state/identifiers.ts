/** Creates an identifier: a UUID, version 7 (RFC 9562). Later identifiers are greater, so that records are ordered by creation. */
export { v7 as newId } from '../bundled/uuid.ts';
