import { siteSamples } from '../code-samples.ts';
import type { Contract, Operation } from '../contract.ts';
import { codeBlock } from './markdown.ts';

/**
 * Writes the samples of an operation, with tabs for the languages. The tabs are radio buttons, which work without JavaScript.
 *
 * @param language language of all code blocks. Default: the language of each sample.
 */
export function sampleTabs(contract: Contract, operation: Operation, language?: string): string {
  const samples = siteSamples(contract, operation);
  const group = `sample-${operation.operationId}`;
  const tabs = samples.map(
    ({ label }, index) =>
      `<input type="radio" name="${group}" id="${group}-${index}"${index === 0 ? ' checked' : ''}><label for="${group}-${index}">${label}</label>`,
  );
  return [
    `<fieldset class="samples"><legend>Language</legend>${tabs.join('')}`,
    ...samples.map(({ lang, source }) => codeBlock(language ?? lang.toLowerCase(), source)),
    '</fieldset>',
  ].join('\n\n');
}
