/** Folders in the sources of a package have no cycles: `npm run lint:layers -w @aispm/scripts`, after the layers. Type imports count. */
import layers from './layers.mjs';

const SOURCES =
  '^packages/(benchmarks|client|conformance|mock|scanner|apps/(console|service)|lib/[^/]+|tooling/[^/]+)/src/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle-of-folders',
      severity: 'error',
      scope: 'folder',
      comment: 'A folder knows nothing of those that use it. Move what both need into a third one.',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...layers.options, includeOnly: SOURCES },
};
