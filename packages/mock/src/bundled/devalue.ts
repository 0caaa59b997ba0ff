/** The reader of the format of the packaged contract; the build bundles it. */
export { parse } from 'devalue';
