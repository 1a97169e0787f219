import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** The one module that computes a percentage from prices. */
const OWNER = 'packages/contract/src/deals/discount.ts';
/** The same rule in SQL, for all deals at once; its test compares the two. */
const IN_SQL = 'apps/server/src/features/deals/prices/observed-reductions.ts';

const price = String.raw`\w*(?:price|amount|original|former|before|low|old)\w*`;
/** `… * 100) / price` and `… / price) * 100`. */
const percentOfPrices = new RegExp(
  String.raw`\*\s*100\s*\)*\s*/\s*\(*[\w.]*${price}|/\s*\(*[\w.]*${price}\s*\)*\s*\*\s*100\b`,
  'i',
);

test.each(['((former - amount) * 100) / former', '((was - price) / deal.originalAmount) * 100'])(
  '%s is a percentage of prices',
  (code) => expect(code).toMatch(percentOfPrices),
);

test('one module computes the percentage between two prices', async () => {
  const found: string[] = [];
  for await (const file of glob('{apps,packages,bench,e2e}/**/src/**/*.{ts,tsx}', { cwd: root })) {
    if (
      file === OWNER ||
      file === IN_SQL ||
      file.includes('node_modules') ||
      /\.test\.tsx?$/.test(file)
    )
      continue;
    if (percentOfPrices.test(await readFile(path.join(root, file), 'utf8'))) found.push(file);
  }
  expect(found).toEqual([]);
});
