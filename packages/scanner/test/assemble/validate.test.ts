import { expect, it } from 'vitest';
import { findViolation } from '../../src/assemble/validate.ts';
import { scanSources } from '../scan-sources.ts';

const FILES = { 'desk.py': 'from agents import Agent\n\ndesk = Agent(name="Desk", model="gpt-4.1")\n' };

it('accepts what was scanned, and says where another document breaks the contract', async () => {
  const { document } = (await scanSources(FILES)).report;
  expect(await findViolation(document)).toBeUndefined();
  const [first, ...rest] = document.objects ?? [];
  const objects = [{ ...first, stable_key: 7 }, ...rest] as unknown as NonNullable<typeof document.objects>;
  expect(await findViolation({ ...document, objects })).toBe('/objects/0/stable_key must be string');
  const { tool_name: _, ...unnamed } = document;
  expect(await findViolation(unnamed as typeof document)).toBe("must have required property 'tool_name'");
});
