import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBannedWords } from './prose.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Repeats descriptions of OpenAPI. */
const GENERATED = 'docs/calls.md';

const files = globSync(
  [
    '*.{js,ts,md,yaml}',
    '{Dockerfile,.ci/*,deploy/*}',
    '{apps,packages,e2e,bench,scripts,docs}/**/*.{ts,tsx,js,css,html,sh,sql,md}',
  ],
  {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', '.cache'].includes(path.basename(name)),
  },
).filter((file) => file !== GENERATED);

test('comments, test titles and documents have no banned words', async () => {
  const found: string[] = [];
  for (const file of files) {
    const texts = await findBannedWords(file, readFileSync(path.join(root, file), 'utf8'));
    found.push(...texts.map((text) => `${file}: ${text}`));
  }
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(1000);
});

test.each([
  ['a.ts', '// done anew\nconst a = 1;', 1],
  ['a.ts', '/**\n * It works for\n * ever.\n */\nconst a = "anew";', 1],
  ['a.ts', 'const a = /\\/\\/ anew/; const b = `// ${a} // told`;', 0],
  ['a.ts', '// the constant `NOBODY`, and `stands`', 0],
  ['a.test.ts', "test.each([1])('whoever asks', () => {});", 1],
  ['a.test.ts', "test('who asks', () => expect(a).toBe('whoever'));", 0],
  ['a.tsx', 'const a = <p>// {/* nobody */}</p>;', 1],
  ['a.css', '/* Bears\n   all */ .told {}', 1],
  ['a.sql', "-- is\n-- told\nselect 'nobody';", 1],
  ['a.sh', '# lets go\nnobody', 1],
  ['a.md', 'It can be had.\n\n```\ntold\n```\n\n> Verify that nobody', 1],
])('%s: %j', async (file, text, banned) => {
  expect(await findBannedWords(file, text)).toHaveLength(banned);
});
