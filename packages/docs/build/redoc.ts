import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { prepareApiDocs } from 'redoc';
import { SAMPLE_LANGUAGES } from './code-samples.ts';
import { contractFiles } from './contract.ts';
import { referenceDocument } from './reference.ts';

/** What Redoc shows, worked out of the contract beforehand: plain data, as its `RedoclyApiDocsStandalone` takes it. */
export type PreparedReference = Pick<Awaited<ReturnType<typeof prepareApiDocs>>, 'items' | 'store' | 'options'>;

/** The reference as Redoc makes it of the contract when it is given nothing else. It would take a reader's browser a second. */
export async function prepareReference(): Promise<PreparedReference> {
  const { items, store, options } = await prepareApiDocs({
    spec: referenceDocument(),
    options: {
      disableTelemetry: true,
      skipBundle: true,
      downloadUrls: Object.keys(contractFiles).map((name) => ({ title: name, url: name })),
      // Each named schema gets a section of its own, under one heading of the menu.
      schemaDefinitionsTagName: 'Schemas',
      schemasExpansionLevel: 1,
      jsonSamplesExpandLevel: 'all',
      // Redoc shows samples of the languages that it knows itself, unless it is told; the payload is the body of a request.
      codeSamples: {
        languages: [
          ...SAMPLE_LANGUAGES.map(({ lang, label }) => ({ lang, label })),
          { lang: 'payload', label: 'Payload' },
        ],
      },
      maxDisplayedEnumValues: 20,
      scrollYOffset: '64',
    },
  });
  return { items, store, options };
}

/** The word "Redoc" after "API docs by", in place of a picture that Redoc loads from its maker's servers. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="14"><text y="11" font-family="sans-serif" font-size="11" fill="#767676">Redoc</text></svg>',
)}`;

/** Redoc as one module for the browser, without what it would load from elsewhere; it exports `showReference`. */
export function redocScript(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, '../redoc/show.ts')],
    bundle: true,
    format: 'esm',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const [script] = outputFiles;
  if (!script) throw new Error('The bundle of Redoc is empty.');
  return script.text.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, logo);
}

/** A name for a file that changes with its content: `redoc.js` becomes `redoc.0123456789ab.js`. */
export function hashedName(name: string, content: string): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return name.replace(/\.[^.]+$/, (extension) => `.${digest}${extension}`);
}
