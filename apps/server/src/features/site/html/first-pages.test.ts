import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FIRST_VIEW_MODULE } from '@izgodno/contract/site/first-view';
import { PAGE_LIST } from '@izgodno/contract/site/page-list';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp } from '#test/build-test-app.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { makeWebFolder } from '#test/web-folder.ts';
import { loadFirstViews } from './first-pages.ts';

const database = useTestDatabase();
let folder = '';
beforeEach(async () => {
  folder = await makeWebFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a build without a module for first views has pages without them', async () => {
  const render = await loadFirstViews(path.join(folder, 'assets'));
  expect(render({ page: 'post' }, 'en', 'Oferti')).toEqual({ preloads: '', view: '' });
});

test('of the pages of members, the form that posts a deal and the chat have a first view', async () => {
  const app = await buildTestApp({
    database: database.current.database,
    search: noDeals,
    webFolder: folder,
  });
  const viewAt = async (url: string) =>
    /<div id="root">(<p>\w+ \w+)?/.exec((await app.inject(url)).body)?.[1];
  expect(await viewAt('/post?lang=bg')).toBe('<p>bg post');
  for (const url of ['/chat', '/chat/7', '/chat/search'])
    expect(await viewAt(url)).toBe('<p>en chat');
  for (const url of ['/post/7', '/favorites']) expect(await viewAt(url)).toBeUndefined();
  expect(await viewAt('/chats')).toBe('<p>en missing');
  // It does not load the search ahead.
  expect(await viewAt('/login')).toBe('<p>en form');
  await app.close();
});

test.for([
  ['imports a missing file', FIRST_VIEW_MODULE, "import '../assets/gone.js';"],
  ['renders nothing', FIRST_VIEW_MODULE, 'export const rendered = 1;'],
  ['lists its pages in another form', PAGE_LIST, '["/deals"]'],
  ['lists its pages unreadably', PAGE_LIST, '{'],
] as const)('a build that %s stops the start and says what to do', async ([, file, text]) => {
  await writeFile(path.join(folder, file), text);
  const starting = buildTestApp({
    database: database.current.database,
    search: noDeals,
    webFolder: folder,
  });
  await expect(starting).rejects.toThrow('Run "npm run build".');
});
