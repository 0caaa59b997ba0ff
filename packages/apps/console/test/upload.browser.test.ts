/** @module-tag long */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startConsole } from './console.ts';

const tested = startConsole();

const RULE = { id: 'no-eval', shortDescription: { text: 'Avoid eval' } };
const SARIF = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Linter', version: '1.2.3', rules: [RULE] } },
      results: [
        {
          ruleId: 'no-eval',
          message: { text: 'eval is used' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine: 3 } } }],
        },
        { ruleId: 'no-eval', message: {}, locations: [] },
      ],
    },
  ],
};
const BOM = `<?xml version="1.0"?>
<bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1">
  <components><component type="machine-learning-model"><name>bert</name></component></components>
</bom>`;
const DOCUMENT = {
  scan_type: 'code',
  target: 'github.com/halden-freight/uploaded',
  tool_name: 'Scanner',
  tool_version: '1.0.0',
  objects: [],
  edges: [],
  locations: [],
  occurrences: [],
};

it('chosen files are uploaded, and rejected items are listed with the reason', async () => {
  const page = await tested.openSignedIn(tested.screen('/scans'));
  await page.getByRole('button', { name: 'Upload…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload scans' });
  const loaded = () => tested.requests.filter((url) => /upload-form-.*\.js$/.test(url)).length;
  expect(loaded()).toBe(0);
  await dialog
    .getByLabel(/choose them/)
    .setInputFiles([
      file('lint.sarif', JSON.stringify(SARIF)),
      file('models.xml.gz', gzipSync(BOM)),
      file('scan.json', JSON.stringify(DOCUMENT)),
      file('notes.json', '{"notes": []}'),
    ]);
  await dialog
    .getByRole('region', { name: 'models.xml.gz' })
    .getByText('CycloneDX. Objects: 2. Occurrences: 0.')
    .waitFor();
  expect(loaded()).toBe(1);
  await dialog.getByRole('region', { name: 'lint.sarif' }).getByText('Rejected: 1').waitFor();
  await dialog.getByText('/runs/0/results/1/message').waitFor();
  await dialog
    .getByRole('region', { name: 'notes.json' })
    .getByText('is not a scan document, SARIF, CycloneDX or SPDX 3')
    .waitFor();
  await dialog.getByLabel(/^Target/).fill('github.com/halden-freight/reported');
  await dialog.getByRole('button', { name: 'Submit 3 scans' }).click();
  const submitted = dialog.getByRole('status', { name: 'Submitted scans' });
  await submitted.getByRole('link', { name: 'lint.sarif, github.com/halden-freight/reported' }).waitFor();
  await submitted.getByRole('link', { name: 'models.xml.gz, github.com/halden-freight/reported' }).waitFor();
  await submitted.getByRole('link', { name: 'scan.json, github.com/halden-freight/uploaded' }).click();
  await page.getByRole('heading', { name: 'github.com/halden-freight/uploaded' }).waitFor();
});

it('dropped files are uploaded, and a rejected document is explained', async () => {
  const page = await tested.signIn(tested.screen('/scans'));
  await page.getByRole('button', { name: 'Upload…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload scans' });
  const dropped = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'bad.json'));
      return transfer;
    },
    JSON.stringify({ ...DOCUMENT, scan_type: 'dream' }),
  );
  const area = dialog.getByText('Drop files here');
  await area.dispatchEvent('dragover', { dataTransfer: dropped });
  await area.dispatchEvent('drop', { dataTransfer: dropped });
  await dialog.getByRole('button', { name: 'Submit 1 scan' }).click();
  await dialog.getByText('Rejected: bad.json').waitFor();
  await dialog
    .locator('li li')
    .getByText(/scan_type/)
    .waitFor();
});

it('folders and missing files are reported as unreadable, and other files are read', async () => {
  const page = await tested.openSignedIn(tested.screen('/scans'));
  await page.getByRole('button', { name: 'Upload…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload scans' });
  // Chromium rejects the content of a dropped folder like this.
  const dropped = await page.evaluateHandle((text) => {
    const read = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = function () {
      if (this.name !== 'folder') return read.call(this);
      return Promise.reject(new DOMException('A requested file could not be read', 'NotReadableError'));
    };
    const transfer = new DataTransfer();
    transfer.items.add(new File([], 'folder'));
    transfer.items.add(new File([text], 'scan.json'));
    return transfer;
  }, JSON.stringify(DOCUMENT));
  await dialog.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: dropped });
  await dialog.getByRole('region', { name: 'folder' }).getByText('cannot be read').waitFor();
  await dialog.getByRole('button', { name: 'Submit 1 scan' }).waitFor();
});

it('an upload with insufficient access is explained', async () => {
  const page = await tested.signIn(tested.screen('/scans'));
  await page.route('**/scans/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: { code: 403, reason: 'insufficient_access', message: 'The access of this API key does not suffice.' },
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Upload…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload scans' });
  await dialog.getByLabel(/choose them/).setInputFiles([file('scan.json', JSON.stringify(DOCUMENT))]);
  await dialog.getByRole('button', { name: 'Submit 1 scan' }).click();
  const submitted = dialog.getByRole('status', { name: 'Submitted scans' });
  await submitted.getByText('The access of this API key does not suffice.').waitFor();
  await expect.poll(() => submitted.getByRole('link').count()).toBe(0);
});

function file(name: string, content: string | Buffer) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

it('files can be dropped anywhere on the screen', async () => {
  const page = await tested.visit(tested.screen('/scans'));
  await page.getByText(/^All \d+ rows$/).waitFor();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'scan.json', { type: 'application/json' }));
    return transfer;
  }, JSON.stringify(DOCUMENT));
  const heading = page.getByRole('heading', { name: 'Scans', level: 1 });
  await heading.dispatchEvent('dragover', { dataTransfer: data });
  const dialog = page.getByRole('dialog', { name: 'Upload scans' });
  await dialog.getByText('Drop files here').waitFor();
  await heading.dispatchEvent('drop', { dataTransfer: data });
  await dialog.getByRole('region', { name: 'scan.json' }).getByText('Scan document').first().waitFor();
});
