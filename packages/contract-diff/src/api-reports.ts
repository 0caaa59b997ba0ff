/** Writes down what the published packages export, by API Extractor, into files that people review. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const root = join(import.meta.dirname, '../../..');

/** An entry point of a published package. */
export interface EntryPoint {
  /** As it is imported. */
  name: string;
  /** Folder of the package, from the root of the project. */
  folder: string;
  /** Its declarations, from the folder of the package. */
  declarations: string;
  /** Name of its report, such as `client.validate.api.md`. */
  report: string;
}

/** Every entry point whose types are a promise. */
export const ENTRY_POINTS: EntryPoint[] = ['packages/types', 'packages/client'].flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.entries<{ types?: string }>(exports).flatMap(([path, { types }]) => {
    if (!types) return [];
    const report = [basename(folder), ...path.split('/').slice(1), 'api', 'md'].join('.');
    return [{ name: posix.join(name, path), folder, declarations: types, report }];
  });
});

/** Folder of the reports of the working tree. Those of a release are beside its contract. */
export const SURFACE = join(root, 'surface');

/**
 * The report of an entry point, from the built package.
 *
 * @throws Error with what API Extractor has to say, when the declarations cannot be read
 */
export function apiReport({ folder, declarations, report, name }: EntryPoint): string {
  const projectFolder = join(root, folder);
  const temporary = mkdtempSync(join(tmpdir(), 'api-report-'));
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  const complaints: string[] = [];
  try {
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: join(projectFolder, 'package.json'),
      configObject: {
        projectFolder,
        mainEntryPointFilePath: join(projectFolder, declarations),
        newlineKind: 'lf',
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              target: 'ES2023',
              lib: ['ES2023', 'DOM'],
              module: 'NodeNext',
              moduleResolution: 'NodeNext',
              strict: true,
              types: [],
            },
            files: [join(projectFolder, declarations)],
          },
        },
        apiReport: {
          enabled: true,
          reportFileName: report,
          reportFolder: temporary,
          reportTempFolder: join(temporary, 'work'),
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {
          compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
          extractorMessageReporting: silent,
          tsdocMessageReporting: silent,
        },
      },
    });
    const { succeeded } = Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => {
        if (message.logLevel === ExtractorLogLevel.Error) complaints.push(message.formatMessageWithLocation(root));
        message.handled = true;
      },
    });
    if (!succeeded) throw new Error(`The types of ${name} cannot be written down: ${complaints.join('; ')}`);
    return readFileSync(join(temporary, report), 'utf8');
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
