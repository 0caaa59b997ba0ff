/** A new identifier: a UUID, version 7 (RFC 9562). Those that one process makes rise. */
export { v7 as newId } from 'uuid';
