/** Creates an identifier: a UUID, version 7 (RFC 9562). Identifiers of one process are ascending. */
export { v7 as newId } from 'uuid';
