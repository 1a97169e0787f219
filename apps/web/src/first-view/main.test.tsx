import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FirstView } from '@izgodno/contract/site/first-view';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { deal } from '#app/testing/served-app.tsx';
import { renderFirstView } from './main.tsx';

beforeEach(() => {
  const files = {
    any: ['/any.js'],
    chat: ['/chat.js'],
    deal: ['/any.js', '/deal.js'],
    form: ['/form.js'],
    narrowed: ['/any.js', '/chips.js'],
    post: ['/post.js'],
  };
  vi.stubGlobal('__FIRST_FILES__', { en: files, bg: { ...files, any: ['/bg.js'] } });
  return () => void vi.unstubAllGlobals();
});

const image = (url: string) => ({ url, kind: 'image' }) as const;

const deals = Array.from({ length: 20 }, (_, rank) =>
  deal(rank + 1, { media: [image(`/${rank}.jpg?a&b`)] }),
);
const result: DealPage = {
  success: true,
  items: deals,
  total: 60,
  facets: {
    category: [{ value: 'sports', count: 3 }],
    source: [],
    group: [],
    condition: [],
    brand: [],
    location: [{ value: 'sofia', count: 3, label: { en: 'Sofia', bg: 'София' } }],
    offer: [],
    rooms: [],
    area: [],
    price: [],
  },
  nextCursor: 'abc',
};
const list = (parameters: Readonly<Record<string, unknown>> = {}) => ({
  page: 'deals' as const,
  result,
  parameters,
});

const render = (firstView: FirstView, language: 'en' | 'bg' = 'en', query = '') => {
  const { preloads, view } = renderFirstView(
    firstView,
    language,
    'Сделки & <Ко>',
    new URLSearchParams(query),
  );
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
  test('has its heading and the first twelve deals', () => {
    const { body } = render(list(), 'bg');
    expect(body.querySelector('h1')?.textContent).toBe('Оферти');
    expect(body.querySelector('.first-header')?.textContent).toBe('Сделки & <Ко>');
    const links = [...body.querySelectorAll('main > ul a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      deals.slice(0, 12).map(({ id }) => `/deals/${id}`),
    );
  });

  test('preloads the first two images and the files of the page in its language, not the icon', () => {
    const { body, preloaded } = render(list(), 'bg');
    expect(preloaded).toEqual([
      ['preload', '/0.jpg?a&b'],
      ['preload', '/1.jpg?a&b'],
      ['modulepreload', '/bg.js'],
    ]);
    expect(body.querySelectorAll('main > ul img[loading=lazy]')).toHaveLength(10);
  });
});

const variant = (size: string, amount: number, inStock = true) => ({
  id: size,
  size,
  price: { amount, currency: 'EUR' as const },
  inStock,
  url: `https://shop.example/${size}`,
});
const shoe = deal(8, {
  price: { amount: 45_00, currency: 'EUR' },
  choices: { count: 2, kind: 'size', from: true },
  variants: [variant('41', 45_00), variant('42', 50_00), variant('43', 40_00, false)],
});

describe('a product with choices', () => {
  test.each([
    ['bg', /от 45(,00)?\s€/, '2 размера'],
    ['en', /from €45/, '2 sizes'],
  ] as const)('has its lowest price and their number: %s', (language, price, choices) => {
    const listed = render({ ...list(), result: { ...result, items: [shoe] } }, language);
    const shown = render({ page: 'deal', deal: shoe }, language);
    for (const { body } of [listed, shown]) {
      expect(body.querySelector('main')?.textContent).toMatch(price);
      expect(body.querySelector('main')?.textContent).toContain(choices);
    }
  });

  test('lists them without scripts, with price and availability', () => {
    const { body } = render({ page: 'deal', deal: shoe }, 'bg');
    const rows = [...body.querySelectorAll('.first-choices li')];
    expect(rows.map(({ textContent }) => textContent.replace(/\s/g, ' '))).toEqual([
      'Размер 41: 45 €',
      'Размер 42: 50 €',
      'Размер 43: 40 € · Изчерпано',
    ]);
    expect(rows[0]?.querySelector('a')?.href).toBe('https://shop.example/41');
  });
});

const withUrl = (url: string) => render({ page: 'deal', deal: deal(7, { url }) }).body;

describe('without scripts', () => {
  test('the list has a form with its words, filters and order, and names only what differs', () => {
    const { body } = render(
      list({ q: 'колело', category: 'sports', minPrice: '5', inStock: 'true', sort: 'newest' }),
      'bg',
    );
    const form = body.querySelector('form');
    expect(form?.getAttribute('action')).toBe('/deals');
    expect(form?.method).toBe('get');
    const sent = new FormData(form ?? undefined);
    const filled = [...sent].filter(([, value]) => value !== '');
    expect(filled).toEqual([
      ['q', 'колело'],
      ['category', 'sports'],
      ['minPrice', '5'],
      ['inStock', 'true'],
      ['sort', 'newest'],
    ]);
    expect(body.querySelector('h1')?.textContent).toBe('Резултати за „колело“');
    expect(body.querySelector('label:has([name=location])')?.textContent).toBe('София');
  });

  test('the link to the next page names no more deals than there are', () => {
    const few = { ...list(), result: { ...result, total: result.items.length + 16 } };
    expect(render(few).body.querySelector('a[href*="cursor=abc"]')?.textContent).toBe(
      `Show 16 more of ${few.result.total}`,
    );
  });

  test.each([{}, { q: 'колело' }])(
    'the form of %o sends no order unless one is chosen',
    (search) => {
      const form = render(list(search)).body.querySelector('form');
      expect(new FormData(form ?? undefined).get('sort')).toBe('');
    },
  );

  test('chips lead to the list without their filter, and a path to that of all deals', () => {
    const named = list({ category: 'sports', maxPrice: '500', sort: 'newest', lang: 'bg' });
    const view = { ...named, list: { filter: 'category', value: 'sports' } as const };
    const { body, preloaded } = render(view, 'bg', 'lang=bg');
    const linksOf = (css: string) =>
      [...body.querySelectorAll(css)].map((link) => [link.textContent, link.getAttribute('href')]);
    expect(linksOf('.list-chips a')).toEqual([
      ['Спорт', '/deals?maxPrice=500&sort=newest&lang=bg'],
      ['До 500\u00A0€', '/deals?category=sports&sort=newest&lang=bg'],
      ['Изчистване на всички', '/deals?sort=newest&lang=bg'],
    ]);
    expect(linksOf('.list-path a')).toEqual([['Всички категории', '/deals?lang=bg']]);
    expect(body.querySelector('.list-count')?.textContent).toBe('60 оферти');
    expect(preloaded).toContainEqual(['modulepreload', '/chips.js']);
  });

  test('the list of a shop says that its offers cost as much or less elsewhere', () => {
    const empty = { ...list(), result: { ...result, items: [], total: 0, elsewhere: 1 } };
    const { body } = render(empty, 'bg');
    expect(body.textContent).toContain('1 оферта, но другаде цената е същата или по-ниска');
    expect(body.textContent).not.toContain('Не намерихме оферти');
    const itsList = { filter: 'source', value: 'shop' } as const;
    const names = { shop: { en: 'Shop', bg: 'Магазин' } };
    const named = { ...empty, result: { ...empty.result, names }, list: itsList };
    expect(renderFirstView(named, 'en', '').listText).toBe(
      'Shop: 1 offer, but the price is the same or lower elsewhere.',
    );
  });

  test('the list has all its deals, and a link to those that follow', () => {
    const { body } = render(list({ q: 'a', category: ['sports', 'food'] }));
    expect(body.querySelectorAll('.first-grid a')).toHaveLength(20);
    expect(body.querySelector('p > a')?.getAttribute('href')).toBe(
      '/deals?q=a&category=sports&category=food&cursor=abc',
    );
  });

  test('links and forms keep the language that the address names, and lead to the other', () => {
    const searched = list({ q: 'a', lang: 'bg' });
    for (const view of [searched, { page: 'deal', deal: deal(7) }] as const) {
      const { body } = render(view, 'bg', 'q=a&lang=bg');
      const links = [...body.querySelectorAll('a:not([rel])')];
      const hrefs = links.map((link) => link.getAttribute('href') ?? '');
      expect(hrefs).toContain('?q=a&lang=en');
      expect(hrefs.filter((href) => !/[?&]lang=(bg|en)$/.test(href))).toEqual([]);
      expect(new FormData(body.querySelector('form') ?? undefined).get('lang')).toBe('bg');
    }
  });

  test('a page without a named language offers the other one, and names none elsewhere', () => {
    const { body } = render(list({ q: 'a' }), 'en', 'q=a');
    const named = [...body.querySelectorAll('a[href*="lang="]')];
    expect(named.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['?q=a&lang=bg', 'Български'],
    ]);
    expect(body.querySelector('[name=lang]')).toBeNull();
  });

  test('an amount is sent only if the server can read it', () => {
    const { body } = render(list({ maxPrice: '1200.5' }));
    const field = body.querySelector<HTMLInputElement>('[name=maxPrice]');
    const isValid = (typed: string): boolean | undefined => {
      if (field !== null) field.value = typed;
      return field?.checkValidity();
    };
    expect(field?.value).toBe('1200.5');
    expect(['', '12', '12,50', '12.5', '1 200,50'].map(isValid)).not.toContain(false);
    expect(['many', '-1', '12,505', '1,200.50'].map(isValid)).not.toContain(true);
  });

  test('an empty list says so', () => {
    const { body } = render({
      ...list(),
      result: { ...result, items: [], total: 0, nextCursor: null },
    });
    expect(body.querySelector('main > noscript > p')?.textContent).toBe('No deals found');
    expect(body.querySelector('p > a')).toBeNull();
  });

  test.each([
    [{ status: 'expired' }, 'en', 'Expired'],
    [{ status: 'sold' }, 'bg', 'Продадена'],
    [{ inStock: false }, 'bg', 'Изчерпано'],
    [{}, 'en', undefined],
  ] as const)('a deal says whether it is available: %j', (given, language, text) => {
    const { body } = render({ page: 'deal', deal: deal(7, given) }, language);
    expect(body.querySelector('.first-status')?.textContent).toBe(text);
  });

  test('a card says it too', () => {
    const items = [deal(1), deal(2, { inStock: false })];
    const { body } = render({ ...list(), result: { ...result, items } }, 'bg');
    const cards = [...body.querySelectorAll('main > ul li')];
    expect(cards.map((card) => card.querySelector('.first-status')?.textContent)).toEqual([
      undefined,
      'Изчерпано',
    ]);
  });

  test('a deal has its facts with links to others like it, its old price and all its pictures', () => {
    const shown = deal(7, {
      title: 'Bicycle',
      category: 'sports',
      location: { id: 'sofia', name: { en: 'Sofia', bg: 'София' } },
      originalPrice: { amount: 90_00, currency: 'EUR' },
      discountPercent: 20,
      media: ['/a.jpg', '/b.jpg', '/c.jpg'].map(image),
    });
    const { body } = render({ page: 'deal', deal: shown });
    const links = [...body.querySelectorAll('dl a')].map((link) => link.getAttribute('href'));
    expect(links).toContain('/c/sports');
    expect(links).toContain('/in/sofia');
    expect(body.querySelector('s')?.textContent).toBe('€90');
    expect(body.textContent).toContain('\u00A0lv');
    expect(body.textContent).toContain('−20%');
    expect(
      [...body.querySelectorAll<HTMLImageElement>('noscript img')].map(({ alt }) => alt),
    ).toEqual(['Bicycle, picture 2 of 3', 'Bicycle, picture 3 of 3']);
  });

  test('a deal has the way to its offer, if that is a web address', () => {
    const link = withUrl('https://shop.example/7?a=1').querySelector('p > a');
    expect(link?.getAttribute('href')).toBe('https://shop.example/7?a=1');
    expect(link?.getAttribute('rel')).toContain('nofollow');
    expect(withUrl('javascript:alert(1)').querySelector('p > a')).toBeNull();
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
    expect(body.querySelector('h1')?.lang).toBe('bg');
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
  ['bg', 'Публикуване на обява', 'Проверяваме дали сте влезли…'],
] as const)('the form that posts a deal has its heading (%s)', (language, title, checking) => {
  const { body, preloaded } = render({ page: 'post' }, language);
  expect(body.querySelector('.first-post > h1')?.textContent).toBe(title);
  expect(body.querySelector('.first-post > p > span')?.textContent).toBe(checking);
  expect(preloaded).toEqual([['modulepreload', '/post.js']]);
});

test('the chat has its frame while the session is being validated', () => {
  const { body, preloaded } = render({ page: 'chat' });
  expect(body.querySelector('main > .first-checking')?.textContent).toBe(
    'Checking authentication...',
  );
  expect(preloaded).toEqual([['modulepreload', '/chat.js']]);
});

test.each([{ page: 'post' }, { page: 'chat' }] as const)(
  'a page for signed-in users says where no scripts run that signing in needs them: %o',
  (view) => {
    const notice = render(view).body.querySelector('div > noscript');
    expect(notice?.querySelector('h1')?.textContent).toBe('We could not show the page');
    expect(notice?.querySelector('p')?.textContent).toContain('Signing in');
    expect(render(view, 'bg').body.querySelector('div > noscript p')?.textContent).toContain(
      'Влизането',
    );
  },
);

test('a page of texts has them where no scripts run, and preloads its files', () => {
  const { body, preloaded } = render({ page: 'text', html: '<h1>Terms &amp; more</h1>' });
  expect(preloaded).toEqual([['modulepreload', '/any.js']]);
  expect(body.querySelector('div > noscript h1')?.textContent).toBe('Terms & more');
});

test.each([
  ['page', 'bg', '404\u00A0– Страницата не е намерена'],
  ['page', 'en', '404 - Page Not Found'],
  ['deal', 'bg', 'Офертата не е намерена'],
  ['deal', 'en', 'Item not found'],
] as const)('a %s that does not exist says so without scripts (%s)', (of, language, title) => {
  const { body } = render({ page: 'missing', of }, language);
  const notice = body.querySelector('div > noscript');
  expect(notice?.querySelector('h1')?.textContent).toBe(title);
  expect(notice?.querySelector('p > a')?.getAttribute('href')).toBe('/deals');
});

test('the page without a connection preloads no texts, because readers of both languages get it', () => {
  expect(render({ page: 'offline' }).preloaded).toEqual([]);
});

test('a page without a search preloads none', () => {
  expect(render({ page: 'form' }).preloaded).toEqual([['modulepreload', '/form.js']]);
});

test('a page without content says so where no scripts run, and leads to the deals', () => {
  const { body, preloaded } = render({ page: 'other' });
  expect(preloaded).toEqual([['modulepreload', '/any.js']]);
  const notice = body.querySelector('div > noscript');
  expect(notice?.querySelector('h1')?.textContent).toBe('We could not show the page');
  expect(
    [...(notice?.querySelectorAll(':not(nav) > a') ?? [])].map((link) => link.getAttribute('href')),
  ).toEqual(['/deals', '']);
});
