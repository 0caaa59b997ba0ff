/** Creates an identifier: a UUID, version 7 (RFC 9562). Later ones are greater, so that lists of records are ordered as they were created. */
export { v7 as newId } from '../bundled/uuid.ts';
