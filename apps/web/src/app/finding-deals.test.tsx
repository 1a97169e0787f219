import type { Deal } from '@izgodno/contract/deals/deal';
import type { Understood } from '@izgodno/contract/search/understood';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showSecondaryAmount } from '#core/format/secondary-amount.ts';
import { chooseLanguage } from '#core/language/language.ts';
import { network } from './testing/network.ts';
import { url, deal, dealPage, open, serving, startAfresh } from './testing/served-app.tsx';

beforeEach(() => startAfresh());

const field = { name: 'Search deals' };

const press = async (screen: Awaited<ReturnType<typeof open>>, name: string | RegExp) => {
  const found = screen.getByRole('button', { name }).first();
  await expect.element(found).toBeVisible();
  const button = found.element();
  if (button instanceof HTMLElement) button.focus();
  await userEvent.keyboard('{Enter}');
};

describe('the search field', () => {
  test('keeps the focus and what is typed after it was cleared', async () => {
    const screen = await open('/deals?q=bike');
    const search = screen.getByRole('combobox', field);
    await screen.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => url()).toBe('/deals');
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('tent');
    await expect.element(search).toHaveValue('tent');
    history.back();
    await expect.element(search).toHaveValue('bike');
  });
});

describe('the keyboard goes on', () => {
  test('in the search field after a search, which opens nothing over the deals', async () => {
    const screen = await open('/deals');
    const search = screen.getByRole('combobox', field);
    await search.fill('bike');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => url()).toBe('/deals?q=bike');
    await expect.element(search).toHaveFocus();
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
    await search.click();
    await expect.element(screen.getByRole('listbox')).toBeVisible();
  });

  test('at the next chip, then at the title', async () => {
    const screen = await open('/deals?category=sports&category=food');
    await press(screen, 'Remove filter Sports');
    await expect.element(screen.getByRole('button', { name: 'Remove filter Food' })).toHaveFocus();
    const chips = screen.getByRole('list', { name: 'Active filters' });
    await chips.getByRole('button', { name: 'Clear all' }).click();
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('at the title of the filters, whose button leaves', async () => {
    const screen = await open('/deals?category=sports');
    await screen.getByRole('region', { name: 'Filters' }).getByText('Clear all').click();
    await expect.element(screen.getByRole('heading', { name: 'Filters' })).toHaveFocus();
  });

  test('below the list after its last page', async () => {
    const screen = await open('/deals');
    await press(screen, /^Show 6 more/);
    await expect.element(screen.getByText('30 of 30 shown')).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toMatch('30 of 30 shown');
  });
});

describe('a search without results', () => {
  test('shows all its next steps above the tab bar of a phone, in the longer words', async () => {
    await startAfresh(serving(0));
    await chooseLanguage('bg');
    await page.viewport(360, 740);
    const screen = await open('/deals?q=zzzz');
    await expect.element(screen.getByRole('button', { name: /^Известете ме/ })).toBeVisible();
    const last = screen.getByRole('link', { name: 'Всички оферти' }).last();
    const tabs = screen.getByRole('navigation', { name: 'Бърза навигация' });
    expect(last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      tabs.element().getBoundingClientRect().top,
    );
  });
});

describe('recent searches', () => {
  test('are offered while the field is empty, and can be removed one by one', async () => {
    const screen = await open('/deals');
    const search = screen.getByRole('combobox', field);
    for (const typed of ['bike', 'tent', 'ski']) {
      await search.fill(typed);
      await userEvent.keyboard('{Enter}');
      await expect.poll(() => url()).toBe(`/deals?q=${typed}`);
    }
    await screen.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => url()).toBe('/deals');
    await search.click();
    expect(screen.getByRole('listbox').getByRole('option').all()).toHaveLength(3);
    await userEvent.keyboard('{ArrowDown}{Delete}');
    await expect
      .element(screen.getByRole('listbox').getByRole('option', { name: /ski/ }))
      .not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(() => url()).toBe('/deals?q=bike');
    // The code that stores it loads meanwhile, and must not store it in the next test.
    await expect.poll(() => localStorage.getItem('recent-searches')).toBe('["bike","tent"]');
  });

  test.each(['nonsense', '{"a":1}', '[1,null]'])(
    'that are stored as %s are none',
    async (stored) => {
      localStorage.setItem('recent-searches', stored);
      const screen = await open('/deals');
      await screen.getByRole('combobox', field).click();
      expect(screen.getByRole('listbox').getByRole('option').all()).toHaveLength(0);
    },
  );
});

describe('the price slider', () => {
  test('narrows the list by keyboard and shows typed values', async () => {
    const screen = await open('/deals');
    const lowest = screen.getByRole('slider', { name: 'Lowest price' });
    const highest = screen.getByRole('slider', { name: 'Highest price' });
    await expect.element(highest).toHaveAttribute('aria-valuetext', 'Any');
    lowest.element().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.poll(() => url()).toBe('/deals?minPrice=10');
    await expect.element(lowest).toHaveFocus();
    await screen.getByRole('textbox', { name: 'To, €' }).fill('50');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => url()).toBe('/deals?minPrice=10&maxPrice=50');
    await expect.element(highest).toHaveAttribute('aria-valuetext', '€50');
    history.back();
    await expect.element(highest).toHaveAttribute('aria-valuetext', 'Any');
  });

  test('is shown over a histogram of prices', async () => {
    const found = dealPage(3);
    const price = [
      { value: '10-20', count: 40 },
      { value: '50-100', count: 10 },
    ];
    network.response = (request) =>
      request.url.pathname === '/api/deals'
        ? Response.json({ ...found, facets: { ...found.facets, price } })
        : serving(3)(request);
    const screen = await open('/deals?minPrice=50');
    await expect.element(screen.getByRole('slider', { name: 'Lowest price' })).toBeVisible();
    const bars = () =>
      [...screen.container.querySelectorAll('[data-chosen]')].filter(
        (bar) => bar.getBoundingClientRect().height > 1,
      );
    await expect.poll(() => bars().length).toBe(2);
    const [low, high] = bars();
    expect(low?.getBoundingClientRect().height).toBeGreaterThan(
      high?.getBoundingClientRect().height ?? 0,
    );
    expect([low, high].map((bar) => bar?.getAttribute('data-chosen'))).toEqual(['false', 'true']);
  });

  test('never lets one thumb pass the other', async () => {
    const screen = await open('/deals?minPrice=20&maxPrice=50');
    screen.getByRole('slider', { name: 'Highest price' }).element().focus();
    await userEvent.keyboard('{Home}');
    await expect
      .element(screen.getByRole('slider', { name: 'Highest price' }))
      .toHaveAttribute('aria-valuetext', '€50');
  });
});

test('shortened filters have buttons with different names', async () => {
  const location = Array.from({ length: 9 }, (_, rank) => ({ value: `place-${rank}`, count: 9 }));
  const found = dealPage(3);
  network.response = (request) =>
    request.url.pathname === '/api/deals'
      ? Response.json({ ...found, facets: { ...found.facets, location } })
      : serving(3)(request);
  const screen = await open('/deals');
  await expect.element(screen.getByRole('button', { name: 'Show 3 more, Location' })).toBeVisible();
});

test('brands are counted when their filter is opened', async () => {
  const found = dealPage(3);
  const brand = [{ value: 'lg', count: 7, label: { bg: 'LG', en: 'LG' } }];
  const asked: string[] = [];
  network.response = (request) => {
    const { pathname, searchParams } = request.url;
    if (pathname !== '/api/deals') return serving(3)(request);
    const isAsked = searchParams.get('brands') === 'true';
    if (isAsked) asked.push(searchParams.toString());
    return Response.json({ ...found, facets: { ...found.facets, brand: isAsked ? brand : [] } });
  };
  const screen = await open('/deals?inStock=true');
  await expect.element(screen.getByText('Brand')).toBeVisible();
  expect(asked).toEqual([]);
  await screen.getByText('Brand').click();
  await screen.getByRole('checkbox', { name: 'LG 7' }).click();
  await expect.poll(() => location.search).toBe('?brand=lg&inStock=true');
  expect(asked[0]).toBe('inStock=true&brands=true&limit=1');
});

describe('a visible deal', () => {
  test('that is sold or deleted meanwhile is shown as such', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const watched: string[][] = [];
    network.response = (request) => {
      if (request.url.pathname !== '/api/deals/changes') return serving(3)(request);
      watched.push(request.url.searchParams.getAll('ids'));
      return Response.json({
        success: true,
        changes: [{ version: 7, deal: deal(1, { status: 'sold' }) }],
        gone: ['2'],
      });
    };
    const screen = await open('/deals');
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(20_000);
        return screen.getByText('Sold', { exact: true }).query();
      })
      .not.toBeNull();
    expect(screen.getByText('No longer offered').query()).not.toBeNull();
    expect(watched[0]).toEqual(['1', '2', '3']);
    vi.useRealTimers();
  });
});

test.for([
  ['2', 'Deal 2'],
  ['//evil.example', 'Item not found'],
] as const)('a removed deal that is replaced by %s shows %s', async ([successor, shown]) => {
  network.response = (request) =>
    request.url.pathname === '/api/deals/1'
      ? Response.json(
          {
            success: false,
            message: '',
            error: { code: 'not_found', message: '', details: { successor } },
          },
          { status: 404 },
        )
      : request.url.pathname === '/api/deals/2'
        ? Response.json({ success: true, deal: deal(2) })
        : serving(3)(request);
  const screen = await open('/deals/1?lang=en');
  await expect.element(screen.getByRole('heading', { level: 1, name: shown })).toBeVisible();
  expect(url()).toBe(successor === '2' ? '/deals/2?lang=en' : '/deals/1?lang=en');
});

test('the page of a deal shows later changes', async () => {
  let now: Partial<Deal> = {};
  network.response = (request) =>
    request.url.pathname === '/api/deals/1'
      ? Response.json({ success: true, deal: deal(1, now) })
      : serving(3)(request);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const screen = await open('/deals/1');
  const ahead = async (text: string | RegExp) => {
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(30_000);
        return screen.getByText(text).first().query();
      })
      .not.toBeNull();
  };
  await ahead('€10');
  now = { price: { amount: 7_50, currency: 'EUR' } };
  await ahead('€7.50');
  now = { status: 'expired' };
  await ahead(/^Expired$/);
  vi.useRealTimers();
});

test('a trip is not called new, in the list or on its page', async () => {
  const journey = deal(1, {
    condition: 'new',
    category: 'travel',
    source: { id: 'trips', name: 'Trips', group: 'travel' },
  });
  network.response = (request) => {
    if (request.url.pathname === '/api/deals')
      return Response.json(dealPage(2, 0, { items: [journey, deal(2, { condition: 'new' })] }));
    return request.url.pathname === '/api/deals/1'
      ? Response.json({ success: true, deal: journey })
      : serving(2)(request);
  };
  const screen = await open('/deals');
  const card = (number: number) =>
    screen.getByRole('article').filter({ hasText: `Deal ${number}` });
  await expect.element(card(2).getByText('New', { exact: true })).toBeVisible();
  expect(card(1).getByText('New', { exact: true }).all()).toHaveLength(0);
  await card(1).getByRole('link', { name: 'Deal 1' }).click();
  const facts = screen.getByRole('term');
  await expect.element(facts.filter({ hasText: 'Source' })).toBeVisible();
  expect(facts.filter({ hasText: 'Condition' }).all()).toHaveLength(0);
});

test('prices are also in lev until the user turns that off', async () => {
  const screen = await open('/deals');
  await expect.element(screen.getByText(/^19\.56\slv$/)).toBeVisible();
  showSecondaryAmount(false);
  await expect.element(screen.getByText(/\slv$/)).not.toBeInTheDocument();
  expect(localStorage.getItem('secondary-amount')).toBe('off');
  showSecondaryAmount(true);
});

type GivenUnderstood = Pick<Understood, 'words' | 'filters' | 'relaxed'> & Partial<Understood>;

const understoodOf = (given: GivenUnderstood): Understood => ({
  named: [],
  replaced: [],
  ...given,
});

const respondWith = (given: GivenUnderstood) => {
  const understood = understoodOf(given);
  network.response = (request) =>
    request.url.pathname === '/api/deals'
      ? Response.json(dealPage(2, 0, { understood }))
      : serving(2)(request);
};

describe('what a search was made into', () => {
  test('is in the URL, and a chip takes it away', async () => {
    respondWith({
      words: 'laptop',
      filters: { maxPrice: 511.29 },
      named: [],
      sort: 'price_asc',
      relaxed: [],
    });
    const screen = await open('/deals?q=cheap laptop pod 1000 leva');
    await expect.poll(() => url()).toBe('/deals?q=laptop&maxPrice=511.29&sort=price_asc');
    respondWith({ words: 'laptop', filters: {}, named: [], relaxed: [] });
    await screen.getByRole('button', { name: /^Remove .*511/ }).click();
    await expect.poll(() => url()).toBe('/deals?q=laptop&sort=price_asc');
  });

  const kind = {
    name: 'kind',
    text: 'tyres',
    value: 'tyres',
    label: { bg: 'гуми', en: 'tyres' },
  } as const;
  const brand = { name: 'brand', text: 'michelin', value: 'michelin' } as const;
  const size = { name: 'size', text: '16 inch' } as const;

  test('names sizes and brands among the words, and a chip takes them out', async () => {
    respondWith({
      words: 'tyres 16 inch michelin',
      filters: { brand: ['michelin'] },
      named: [kind, brand, size],
      relaxed: [],
    });
    const screen = await open('/deals?q=tyres 16 inch michelin');
    await expect.poll(() => url()).toBe('/deals?q=tyres 16 inch michelin&brand=michelin');
    respondWith({ words: 'tyres michelin', filters: {}, named: [brand], relaxed: [] });
    await screen.getByRole('button', { name: 'Remove filter 16 inch' }).click();
    await expect.poll(() => url()).toBe('/deals?q=tyres michelin&brand=michelin');
    respondWith({ words: 'tyres', filters: {}, named: [], relaxed: [] });
    await screen.getByRole('button', { name: 'Remove filter michelin' }).click();
    await expect.poll(() => url()).toBe('/deals?q=tyres');
  });

  test('names a place among the words, and its chip takes the preposition out as well', async () => {
    const label = { bg: 'Greece', en: 'Greece' };
    const part = { name: 'location', text: 'in Greece', label } as const;
    respondWith({ words: 'holiday in Greece', filters: {}, named: [part], relaxed: [] });
    const screen = await open('/deals?q=holiday in Greece');
    respondWith({ words: 'holiday', filters: {}, named: [], relaxed: [] });
    await screen.getByRole('button', { name: 'Remove filter Greece' }).click();
    await expect.poll(() => url()).toBe('/deals?q=holiday');
  });

  test('is cleared with all filters, so that no chip stays', async () => {
    respondWith({
      words: 'cheapish tyres 16 inch michelin',
      filters: { brand: ['michelin'] },
      named: [kind, brand, size],
      relaxed: [],
    });
    const screen = await open('/deals?q=cheapish tyres 16 inch michelin');
    await expect.poll(() => url()).toBe('/deals?q=cheapish tyres 16 inch michelin&brand=michelin');
    respondWith({ words: 'cheapish', filters: {}, named: [], relaxed: [] });
    await screen.getByRole('button', { name: 'Clear all' }).first().click();
    await expect.poll(() => url()).toBe('/deals?q=cheapish');
  });

  test('says what was left out, and offers the original', async () => {
    respondWith({
      words: 'nike shoes',
      filters: {},
      named: [],
      relaxed: [{ name: 'word', value: 'nike' }],
    });
    const screen = await open('/deals?q=nike shoes');
    await expect
      .element(screen.getByText(/the closest matches, leaving out: “nike”/))
      .toBeVisible();
    await screen.getByRole('link', { name: 'Search for exactly “nike shoes”' }).click();
    await expect.poll(() => url()).toBe('/deals?q=nike shoes&raw=true');
  });

  test('takes the place of a filter from before, if the words ask for something else', async () => {
    network.response = (request) => {
      const { searchParams, pathname } = request.url;
      if (pathname !== '/api/deals') return serving(2)(request);
      const namesPrice = searchParams.get('q') === 'phone to 50';
      const isReplaced = namesPrice && searchParams.has('maxPrice');
      const understood = understoodOf({
        words: 'phone',
        filters: namesPrice && !isReplaced ? { maxPrice: 50 } : {},
        replaced: isReplaced ? ['minPrice', 'maxPrice'] : [],
        relaxed: [],
      });
      return Response.json(dealPage(2, 0, { understood }));
    };
    await open('/deals?q=phone to 50&minPrice=5&maxPrice=600&condition=new');
    await expect.poll(() => url()).toBe('/deals?q=phone&condition=new&maxPrice=50');
  });

  test('yields to a filter that is chosen after it, also beside deals that are only near', async () => {
    respondWith({ words: 'phone', filters: {}, relaxed: [{ name: 'price' }] });
    const screen = await open('/deals?q=phone to 5');
    await expect.element(screen.getByText(/the closest matches, leaving out/)).toBeVisible();
    await screen.getByRole('textbox', { name: 'To, €' }).fill('70');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => url()).toBe('/deals?q=phone&maxPrice=70');
  });
});
