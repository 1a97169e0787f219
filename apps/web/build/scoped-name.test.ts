import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scopedName } from './scoped-name.ts';

const dist = path.join(import.meta.dirname, '../dist/assets');
const source = path.join(import.meta.dirname, '../src');

test('the stylesheet has the classes of every style file', async () => {
  const styles = (await readdir(dist)).filter((file) => file.endsWith('.css'));
  const built = (
    await Promise.all(styles.map((file) => readFile(path.join(dist, file), 'utf8')))
  ).join('\n');
  const files = (await readdir(source, { recursive: true })).filter((file) =>
    file.endsWith('.module.css'),
  );
  const missing: string[] = [];
  for (const file of files) {
    const name = path.join(source, file);
    const [, first] = /^\s*\.(\w+)/m.exec(await readFile(name, 'utf8')) ?? [];
    if (first !== undefined && !built.includes(`.${scopedName(first, name)}`)) missing.push(file);
  }
  expect(files.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
