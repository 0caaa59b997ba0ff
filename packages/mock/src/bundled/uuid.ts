/** The part of the package `uuid` that the mock uses; the build bundles it. */
export { v7 } from 'uuid';
