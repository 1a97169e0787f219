import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod';

/** What /deals may load before it is usable, in all (docs/decisions/0007-web.md). */
const BUDGET_BYTES = 115 * 1024;

const dist = path.join(import.meta.dirname, '../apps/web/dist');
const CATALOGUES = /language\/catalogue\/\w+\.ts$/;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
  }),
);

const zipped = async (file: string): Promise<number> =>
  gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;

test('the first route loads at most 115 KB of JavaScript, zipped', async () => {
  const text = await readFile(path.join(dist, '.vite/manifest.json'), 'utf8').catch(() => {
    throw new Error('The web application is not built: run `npm run build` first');
  });
  const manifest = manifestSchema.parse(JSON.parse(text));

  const loaded = new Set<string>();
  const load = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined || loaded.has(chunk.file)) return;
    loaded.add(chunk.file);
    for (const imported of chunk.imports ?? []) load(imported);
  };
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry === true) load(name);

  // Beside the entry and what it imports, one language's texts: the larger counts.
  const texts = Object.entries(manifest).filter(([name]) => CATALOGUES.test(name));
  expect(texts).toHaveLength(2);
  const sizes = await Promise.all([...loaded].map(zipped));
  const textSizes = await Promise.all(texts.map(([, { file }]) => zipped(file)));
  const total = sizes.reduce((sum, size) => sum + size, Math.max(...textSizes));
  expect(total).toBeGreaterThan(BUDGET_BYTES / 2);
  expect(total).toBeLessThanOrEqual(BUDGET_BYTES);
});
