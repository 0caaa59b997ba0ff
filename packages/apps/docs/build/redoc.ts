import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { prepareApiDocs } from 'redoc';
import { SAMPLE_LANGUAGES } from './code-samples.ts';
import { contractFiles } from './contract.ts';
import { createReferenceDocument } from './reference.ts';
import { SCHEMAS_TAG } from './reference-anchors.ts';

/** The data that Redoc shows, as `RedoclyApiDocsStandalone` accepts it. */
export type PreparedReference = Pick<Awaited<ReturnType<typeof prepareApiDocs>>, 'items' | 'store' | 'options'>;

/** Prepares the reference at build time; in the reader's browser that would take a second. */
export async function prepareReference(): Promise<PreparedReference> {
  const { items, store, options } = await prepareApiDocs({
    spec: { ...createReferenceDocument() },
    options: {
      disableTelemetry: true,
      skipBundle: true,
      downloadUrls: Object.keys(contractFiles).map((name) => ({ title: name, url: name })),
      // Each named schema has a section of its own, under one heading of the menu.
      schemaDefinitionsTagName: SCHEMAS_TAG,
      schemasExpansionLevel: 1,
      jsonSamplesExpandLevel: 'all',
      // Without this Redoc adds samples in languages that it generates itself. The payload is the body of a request.
      codeSamples: {
        languages: [
          ...SAMPLE_LANGUAGES.filter(({ lang }) => lang !== 'TSX').map(({ lang, label }) => ({ lang, label })),
          { lang: 'payload', label: 'Payload' },
        ],
      },
      maxDisplayedEnumValues: 20,
      scrollYOffset: '64',
    },
  });
  return { items, store, options };
}

/** The word "Redoc" after "API docs by", which replaces an image that Redoc loads from the servers of its vendor. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="14"><text y="11" font-family="sans-serif" font-size="11" fill="#767676">Redoc</text></svg>',
)}`;

/** Bundles Redoc as one module for the browser, which exports `showReference` and loads nothing from other sites. */
export function bundleRedoc(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, '../redoc/show.ts')],
    bundle: true,
    format: 'esm',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const [script] = outputFiles;
  if (!script) throw new Error('The bundle of redoc/show.ts is empty: esbuild wrote no file.');
  return script.text.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, logo);
}

/** Returns a file name that changes with the content: `redoc.js` becomes `redoc.0123456789ab.js`. */
export function hashedName(name: string, content: string): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return name.replace(/\.[^.]+$/, (extension) => `.${digest}${extension}`);
}
