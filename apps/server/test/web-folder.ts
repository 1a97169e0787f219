import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIRST_VIEW_MODULE } from '@izgodno/contract/site/first-view';
import { PAGE_LIST } from '@izgodno/contract/site/page-list';

/** What the build leaves to render first views; here each says what it was given. */
const firstViewModule = `
export const renderFirstView = ({ page, result, deal, list, of, html }, language, siteName) => ({
  listName: list === undefined || list.value === 'unknown' ? undefined : 'list ' + list.value,
  listText: list === undefined ? undefined : 'all of ' + list.value,
  preloads: '<link rel="preload" href="/' + page + '.js">',
  view:
    page === 'other'
      ? ''
      : '<p>' + [language, page, siteName, ...(result?.items ?? []).map(({ id }) => id), deal?.id ?? of ?? html].join(' ') + '</p>',
});
`;

/** A built web application in small: the page, the paths of some pages, one asset with its compressed form, and an icon. */
export const makeWebFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-pages-'));
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, '.vite'));
  await writeFile(
    path.join(folder, PAGE_LIST),
    JSON.stringify({
      pages: [
        { path: '/' },
        { path: '/deals', title: { en: 'Deals', bg: 'Оферти' } },
        { path: '/deals/:dealId' },
        { path: '/c/:category' },
        { path: '/shop/:source' },
        { path: '/brand/:brand' },
        { path: '/in/:location' },
        { path: '/login', title: { en: 'Log in', bg: 'Вход' }, withoutSearch: true },
        { path: '/post/:dealId?', title: { en: 'Post a deal', bg: 'Публикуване' } },
        { path: '/favorites', title: { en: 'Favorites', bg: 'Любими' } },
        { path: '/chat/:channelId?', title: { en: 'Chat', bg: 'Чат' } },
        { path: '/users/:userId' },
      ],
      notFound: { en: 'Not found', bg: 'Няма такава страница' },
    }),
  );
  await writeFile(
    path.join(folder, 'index.html'),
    '<html lang="en"><script>before();</script><style>a{color:red}</style><meta name="description" content="General"><title>%SITE_NAME%</title><body><div id="root"></div></body>',
  );
  await writeFile(path.join(folder, 'assets', 'main-4f2a.js.br'), 'compressed');
  await writeFile(path.join(folder, 'assets', 'main-4f2a.js'), 'export {};');
  await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(folder, FIRST_VIEW_MODULE), firstViewModule);
  return folder;
};
