import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBareNumbers } from './bare-numbers.ts';

const root = path.join(import.meta.dirname, '..');
const web = path.join(root, 'apps/web');

/** Years have no separator of thousands. */
const ALLOWED = ['src/features/deals/page/deal-facts.tsx: year'];

const isProduct = (file: string): boolean =>
  file.startsWith(path.join(web, 'src')) && !/\.test\.tsx$|\/testing\//.test(file);

test('components show numbers as the reader writes them', () => {
  const found = findBareNumbers(path.join(web, 'tsconfig.json'), isProduct);
  expect(found).toEqual(ALLOWED);
}, 120_000);

test('one folder of the web client creates formats', async () => {
  const found: string[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: web })) {
    if (file.startsWith('src/core/format/') || file.includes('.test.')) continue;
    const code = await readFile(path.join(web, file), 'utf8');
    if (/new Intl\.(?!PluralRules)|\.toLocale(?:Date|Time)?String\(|\.toFixed\(/.test(code))
      found.push(file);
  }
  expect(found).toEqual([]);
});

test('numbers are found in elements, templates, attributes and the values of a text', async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(path.join(root, '.cache/numbers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = path.join(folder, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: path.join(web, 'tsconfig.json'),
      compilerOptions: { rootDir: root, types: [] },
      include: ['*.tsx'],
      references: [],
    }),
  );
  await writeFile(
    path.join(folder, 'sample.tsx'),
    `import type { ReactNode } from 'react';
declare const t: (key: string, values?: object) => string;
declare const count: number, likes: number | undefined, name: string, children: ReactNode;
export const sample = [
  <p key="1">{count} {name} {children}</p>,
  <p key="2">{name === '' ? \`\${likes}+\` : name}</p>,
  <p key="3" title={\`\${name} \${count * 2}\`} id={\`\${count}\`}>{count > 0 && <b />}</p>,
  <p key="4">{t('text', { speed: \`\${count / 2}×\`, count })}</p>,
];
`,
  );
  expect(findBareNumbers(config, (file) => file.endsWith('sample.tsx'))).toEqual([
    'sample.tsx: count',
    'sample.tsx: likes',
    'sample.tsx: count * 2',
    'sample.tsx: count / 2',
  ]);
}, 120_000);
