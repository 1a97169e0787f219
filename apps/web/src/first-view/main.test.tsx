import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FirstView } from '@izgodno/contract/site/first-view';
import { deal } from '#app/testing/served-app.tsx';
import { renderFirstView } from './main.tsx';

beforeEach(() => {
  const files = { any: ['/any.js'], deal: ['/any.js', '/deal.js'], post: ['/post.js'] };
  vi.stubGlobal('__FIRST_FILES__', { en: files, bg: { ...files, any: ['/bg.js'] } });
  return () => void vi.unstubAllGlobals();
});

const image = (url: string) => ({ url, kind: 'image' }) as const;

const render = (firstView: FirstView, language: 'en' | 'bg' = 'en') => {
  const { preloads, view } = renderFirstView(firstView, language, 'Сделки & <Ко>');
  const head = new DOMParser().parseFromString(`<head>${preloads}</head>`, 'text/html').head;
  const body = new DOMParser().parseFromString(view, 'text/html').body;
  return {
    body,
    preloaded: [...head.children].map((link) => [
      link.getAttribute('rel'),
      link.getAttribute('href'),
    ]),
  };
};

describe('the first view of the list', () => {
  const deals = Array.from({ length: 20 }, (_, rank) =>
    deal(rank + 1, { media: [image(`/${rank}.jpg?a&b`)] }),
  );

  test('has its heading and the first twelve deals', () => {
    const { body } = render({ page: 'deals', deals }, 'bg');
    expect(body.querySelector('h1')?.textContent).toBe('Оферти');
    expect(body.querySelector('.first-header')?.textContent).toBe('Сделки & <Ко>');
    const links = [...body.querySelectorAll('li > a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      deals.slice(0, 12).map(({ id }) => `/deals/${id}`),
    );
  });

  test('preloads the first two images and the files of the page in its language, not the icon', () => {
    const { body, preloaded } = render({ page: 'deals', deals }, 'bg');
    expect(preloaded).toEqual([
      ['preload', '/0.jpg?a&b'],
      ['preload', '/1.jpg?a&b'],
      ['modulepreload', '/bg.js'],
    ]);
    expect(body.querySelectorAll('.first-picture img[loading=lazy]')).toHaveLength(10);
  });
});

describe('the first view of a deal', () => {
  test('has its title, price and description, without direction marks', () => {
    const description = 'First line\nSecond\u202E line';
    const { body, preloaded } = render({
      page: 'deal',
      deal: deal(7, { title: '<b>"Лаптоп"\u202E', description, media: [image('/a.jpg')] }),
    });
    expect(body.querySelector('h1')?.textContent).toBe('<b>"Лаптоп"');
    expect(body.querySelector('strong')?.textContent).toMatch(/^€/);
    expect(body.querySelector('article > p')?.textContent).toBe('First line\nSecond line');
    expect(preloaded.map(([, href]) => href)).toEqual(['/a.jpg', '/any.js', '/deal.js']);
  });

  test.each([
    [[], true],
    [[{ url: '/c.mp4', kind: 'video' }] as const, false],
  ])('reserves less room if there is nothing to show: %j', (media, isEmpty) => {
    const { body } = render({ page: 'deal', deal: deal(7, { media: [...media] }) });
    expect(body.querySelector('.first-picture')?.hasAttribute('data-empty')).toBe(isEmpty);
    expect(body.querySelector('.first-picture img')).toBeNull();
  });
});

test.each([
  ['en', 'Post a deal', 'Checking authentication...'],
  ['bg', 'Публикуване на обява', 'Проверяваме дали сте влезли...'],
] as const)('the form that posts a deal has its heading (%s)', (language, title, checking) => {
  const { body, preloaded } = render({ page: 'post' }, language);
  expect(body.querySelector('.first-post > h1')?.textContent).toBe(title);
  expect(body.querySelector('.first-post > p > span')?.textContent).toBe(checking);
  expect(preloaded).toEqual([['modulepreload', '/post.js']]);
});

test('other pages only preload their files', () => {
  const { body, preloaded } = render({ page: 'other' });
  expect(preloaded).toEqual([['modulepreload', '/any.js']]);
  expect(body.childNodes).toHaveLength(0);
});
