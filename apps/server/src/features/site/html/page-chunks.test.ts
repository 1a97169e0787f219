import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPageChunks } from './page-chunks.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-chunks-'));
});
afterEach(() => rm(folder, { recursive: true }));

const build = async (manifest: object): Promise<void> => {
  await mkdir(path.join(folder, '.vite'));
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
};

const files = (html: string): string[] =>
  [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
    ([, file = '']) => file,
  );

test('a page preloads its first modules with their dependencies, each once', async () => {
  const catalogue = 'src/core/language/texts';
  await build({
    [`${catalogue}/en.ts`]: { file: 'en.js' },
    [`${catalogue}/bg.ts`]: { file: 'bg.js' },
    [`${catalogue}/en/posts.form.json`]: { file: 'posting.js' },
    'src/app/pages/post-route.tsx': { file: 'post.js', imports: ['ground', 'uploads'] },
    'src/app/session-layer.tsx': { file: 'session.js', imports: ['ground'] },
    ground: { file: 'ground.js', imports: ['uploads'] },
    uploads: { file: 'uploads.js', imports: ['ground'] },
  });
  const chunks = await readPageChunks(folder);
  expect(files(chunks.preloads('bg', 'any'))).toEqual(['/bg.js']);
  expect(files(chunks.preloads('en', 'post'))).toEqual([
    '/en.js',
    '/posting.js',
    '/session.js',
    '/ground.js',
    '/uploads.js',
    '/post.js',
  ]);
});

test('a build without a manifest preloads none', async () => {
  const chunks = await readPageChunks(folder);
  expect(chunks.preloads('en', 'post')).toBe('');
});
