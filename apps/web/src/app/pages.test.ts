import { describe, expect, test } from 'vitest';
import { configurationOf, findPage, pages, type PageConfig } from './pages.ts';

/** The rows of the specification, section 2. */
describe('the pages table', () => {
  test.each<[string, Pick<PageConfig, 'access' | 'layout' | 'features'> & { key: string }]>([
    [
      '/login',
      {
        key: 'login',
        access: 'any',
        layout: { header: false, sidebar: false, footer: false },
        features: [],
      },
    ],
    [
      '/register',
      {
        key: 'register',
        access: 'any',
        layout: { header: false, sidebar: false, footer: false },
        features: [],
      },
    ],
    [
      '/deals',
      {
        key: 'deals',
        access: 'any',
        layout: { header: true, sidebar: true, footer: false },
        features: ['search', 'languageSwitcher', 'userMenu'],
      },
    ],
    [
      '/chat/0190',
      {
        key: 'chat',
        access: 'signed-in',
        layout: { header: true, sidebar: true, footer: false, fills: true },
        features: [
          'languageSwitcher',
          'userMenu',
          'notifications',
          'userStatus',
          'channelInfo',
          'voiceMessages',
        ],
      },
    ],
    [
      '/welcome',
      {
        key: 'welcome',
        access: 'any',
        layout: { header: true, sidebar: true, footer: true },
        features: [
          'search',
          'languageSwitcher',
          'userMenu',
          'quickLinks',
          'recentActivity',
          'socialLinks',
          'newsletter',
        ],
      },
    ],
  ])('%s', (path, { key, access, layout, features }) => {
    const found = findPage(path);
    expect(found.key).toBe(key);
    expect(found.config).toMatchObject({ access, layout, features });
  });

  test.each([
    ['/', 'start'],
    ['/chat', 'chat'],
    ['/deals/7', 'deal'],
    ['/post/7', 'post'],
    ['/users/0190', 'seller'],
    ['/home', 'notFound'],
    ['/404', 'notFound'],
    ['/chat/0190/more', 'notFound'],
  ])('%s leads to %s', (path, key) => {
    expect(findPage(path).key).toBe(key);
  });

  test('gives the page its parameters', () => {
    expect(findPage('/chat/0190').params).toEqual({ channelId: '0190' });
  });

  test('has each path once', () => {
    const paths = Object.values(pages).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('names a missing page', () => {
    expect(() => configurationOf('home')).toThrow('No configuration found for page: home');
  });
});

test.each(Object.entries<PageConfig>(pages).filter(([, { load }]) => load !== undefined))(
  'the module of %s exports the page and nothing else',
  async (_, { load }) => {
    expect(Object.keys((await load?.()) ?? {})).toEqual([expect.stringMatching(/(Page|Route)$/)]);
  },
);
