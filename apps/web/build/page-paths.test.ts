import { expect, test } from 'vitest';
import { readPageList } from './page-paths.ts';

test('each page arrives with its title, unless its content names it or it redirects', async () => {
  const { pages, notFound } = await readPageList();
  const untitled = pages.filter(({ title }) => title === undefined).map(({ path }) => path);
  expect(untitled).toEqual(['/', '/deals/:dealId', '/users/:userId']);
  expect(notFound?.en).toBe('404 - Page Not Found');
});

test('a new post and an edited one have titles of their own', async () => {
  const { pages } = await readPageList();
  const titles = pages.flatMap(({ path, title }) =>
    path.startsWith('/post') ? [[path, title?.en]] : [],
  );
  expect(titles).toEqual([
    ['/post', 'Post a deal'],
    ['/post/:dealId', 'Edit the deal'],
  ]);
});
