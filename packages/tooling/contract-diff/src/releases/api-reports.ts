/** Creates the API reports: what the published packages export, by API Extractor, in files for review. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const root = join(import.meta.dirname, '../../../../..');

/** An entry point of a published package. */
interface EntryPoint {
  /** The specifier that imports it, such as `@aispm/client/validate`. */
  name: string;
  /** The folder of its package, from the root of the project. */
  folder: string;
  /** The file of its declarations, from the folder of its package. */
  declarations: string;
  /** The file name of its report, such as `client.validate.api.md`. */
  report: string;
}

/** The conditions of an entry point in `package.json`. */
interface Conditions {
  types?: string;
  import?: { types?: string };
}

/** All entry points that export types. */
export const ENTRY_POINTS: EntryPoint[] = ['packages/types', 'packages/client'].flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.entries<Conditions>(exports).flatMap(([path, { types, import: module }]) => {
    // CommonJS has the same types.
    const declarations = types ?? module?.types;
    if (!declarations) return [];
    const report = [basename(folder), ...path.split('/').slice(1), 'api', 'md'].join('.');
    return [{ name: posix.join(name, path), folder, declarations, report }];
  });
});

/** Returns the path of a report in the working tree. The reports of a release are next to its contract. */
export const reportPath = ({ folder, report }: EntryPoint): string => join(root, folder, 'etc', report);

/**
 * Creates the reports of the built packages, by entry point.
 *
 * @throws {Error} when API Extractor can't read the declarations
 */
export function createApiReports(): Map<string, string> {
  const temporary = mkdtempSync(join(tmpdir(), 'api-report-'));
  try {
    const configs = ENTRY_POINTS.map((entry) => createConfig(entry, temporary));
    const [first, ...rest] = configs as [ExtractorConfig, ...ExtractorConfig[]];
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: rest.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
    });
    return new Map(
      ENTRY_POINTS.map(({ name, report }, index) => {
        const errors: string[] = [];
        const { succeeded } = Extractor.invoke(configs[index] as ExtractorConfig, {
          compilerState,
          localBuild: true,
          messageCallback: (message) => {
            if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.formatMessageWithLocation(root));
            message.handled = true;
          },
        });
        if (!succeeded) throw new Error(`API Extractor cannot read the types of ${name}: ${errors.join('; ')}`);
        return [name, readFileSync(join(temporary, report), 'utf8')];
      }),
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function createConfig({ folder, declarations, report }: EntryPoint, reportFolder: string): ExtractorConfig {
  const projectFolder = join(root, folder);
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
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
          files: ENTRY_POINTS.map((entry) => join(root, entry.folder, entry.declarations)),
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder,
        reportTempFolder: join(reportFolder, 'temporary'),
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
}
