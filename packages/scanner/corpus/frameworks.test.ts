import { expect, test } from 'vitest';
import type { DetectedObject } from './detections.ts';
import { frameworkOf } from './frameworks.ts';
import type { ObjectLabel } from './label-types.ts';

const LABELS = (
  [
    ['src/desk/agents.py', 'crewai'],
    ['src/desk/tools/look.py', 'langchain'],
    ['src/desk/tools/file.py', 'langchain'],
    ['web/route.ts', 'vercel-ai-sdk'],
  ] as const
).map(([file, framework]): ObjectLabel => {
  return { kind: 'tool', id: file, name: file, aliases: [], file, also_in: [], tier: 'declared', framework };
});

test.each([
  ['its own', { framework: 'mastra' }, 'src/desk/agents.py', 'mastra'],
  ['that of its file', {}, 'src/desk/agents.py', 'crewai'],
  ['that of its folder', {}, 'web/page.ts', 'vercel-ai-sdk'],
  ['the most frequent one of the nearest folder with labels', {}, 'src/desk/deep/er/x.py', 'langchain'],
  ['the most frequent one of the repository', {}, 'docs/x.py', 'langchain'],
])('a found object counts to %s', (_, fields, file, framework) => {
  const object: DetectedObject = { kind: 'tool', names: ['x'], observations: [{ file }], ...fields };
  expect(frameworkOf(object, LABELS)).toBe(framework);
});
