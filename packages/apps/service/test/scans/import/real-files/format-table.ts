import type { FileResult } from './types.ts';

/** Formats the results as a page in Markdown. */
export function formatTable(results: readonly FileResult[]): string {
  const formats = [
    ['sarif', 'SARIF'],
    ['cyclonedx', 'CycloneDX'],
  ] as const;
  const sections = formats.map(([format, title]) =>
    formatSection(
      title,
      results.filter((result) => result.format === format),
    ),
  );
  return `${['# Imports of real reports', INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `Written by \`npm run imports:check\`: see [README.md](README.md). The official JSON Schema of the version
decides whether a file is valid, independently of this project; there is none for XML and for other versions of SARIF.
A valid file is always imported; what's skipped is counted, with the reasons. No file of another project is part of this
repository.`;

function formatSection(title: string, results: readonly FileResult[]): string {
  const count = (select: (result: FileResult) => boolean) => results.filter(select).length;
  const rows = (['valid', 'invalid', 'unchecked'] as const).map((validity) => {
    const total = count((result) => result.validity === validity);
    return `| ${validity} | ${total} | ${count((result) => result.validity === validity && result.isImported)} |`;
  });
  const summary = ['| Schema | Files | Imported |', '|---|---|---|', ...rows].join('\n');
  const repositories = [
    ...Map.groupBy(
      results,
      ({ repository, commit }) => `[${repository}](https://github.com/${repository}/tree/${commit})`,
    ),
  ];
  const tables = repositories.map(([repository, files]) =>
    [
      `### ${title} of ${repository}`,
      '',
      '| File | Bytes | Version | Schema | Result |',
      '|---|---|---|---|---|',
      ...files.map(formatRow),
    ].join('\n'),
  );
  return [`## ${title}`, summary, ...tables].join('\n\n');
}

function formatRow({ path, bytes, version, validity, isImported, outcome }: FileResult): string {
  const result = `${isImported ? '' : 'rejected: '}${outcome}`.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return `| \`${path.replaceAll('|', '\\|')}\` | ${bytes} | ${version} | ${validity} | ${result} |`;
}
