import { beforeEach, describe, expect, test } from 'vitest';
import type { WatchedPage } from '@izgodno/contract/watched-pages/calls';
import { mila } from '#core/session/testing/sessions.ts';
import { network, type FakeResponse } from './testing/network.ts';
import { deal, open, rejection, serving, signIn, startAfresh, url } from './testing/served-app.tsx';

const LINK = 'https://shop.example/p/1';

const aPage = (more: Partial<WatchedPage> = {}): WatchedPage => ({
  id: '7',
  url: LINK,
  title: 'Coffee machine',
  merchant: 'A shop',
  price: { amount: 90_00, currency: 'EUR' },
  firstPrice: { amount: 100_00, currency: 'EUR' },
  inStock: true,
  checkedAt: '2026-11-01T10:00:00Z',
  createdAt: '2026-11-01T10:00:00Z',
  ...more,
});

let pages: WatchedPage[] = [];
let watched: () => Response | Promise<Response>;
let isRejected = false;

const pageServer: FakeResponse = (request) => {
  const { url: asked, method } = request;
  if (asked.pathname === '/api/auth/me') return Response.json({ success: true, user: mila });
  if (asked.pathname === '/api/users/me/watched') return Response.json({ success: true, pages });
  if (asked.pathname === '/api/users/me/watched/7' && method === 'DELETE') {
    if (isRejected) return rejection(500, 'internal');
    pages = [];
    return Response.json({ success: true });
  }
  if (asked.pathname === '/api/deals/watch') return watched();
  return serving(3)(request);
};

const watchPage = (): Response => {
  pages = [aPage()];
  return Response.json({ success: true, watched: { kind: 'page', page: aPage() } });
};

/** The links that the server was asked to watch. */
const asked = (): unknown[] =>
  network.asked
    .filter((call) => call.url.pathname === '/api/deals/watch')
    .map(({ body }) => JSON.parse(body ?? 'null'));

beforeEach(async () => {
  pages = [];
  watched = watchPage;
  isRejected = false;
  await startAfresh(pageServer);
  signIn();
});

describe('watched pages', () => {
  test('a pasted link is watched, listed with what changed, and removed', async () => {
    const screen = await open('/favorites/watched');
    await screen.getByLabelText('Link to the product').fill(`  ${LINK} `);
    await screen.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect.element(screen.getByText('We are watching Coffee machine.')).toBeVisible();
    expect(asked()).toEqual([{ url: LINK }]);
    const row = screen.getByRole('list', { name: 'Watched pages' }).getByRole('listitem');
    await expect.element(row.getByText('€10 less than when you began to watch')).toBeVisible();
    await expect
      .element(row.getByRole('link', { name: 'Coffee machine' }))
      .toHaveAttribute('href', LINK);
    await screen.getByRole('button', { name: 'Stop watching Coffee machine' }).click();
    await expect.element(screen.getByText('You watch no pages yet')).toBeVisible();
  });

  test('a link that is typed while another is read stays', async () => {
    const read = Promise.withResolvers<void>();
    watched = async () => {
      await read.promise;
      return watchPage();
    };
    const screen = await open('/favorites/watched');
    const link = screen.getByLabelText('Link to the product');
    await link.fill(LINK);
    await screen.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect.poll(asked).toHaveLength(1);
    await link.fill(`${LINK}?next`);
    read.resolve();
    await expect.element(screen.getByRole('link', { name: 'Coffee machine' })).toBeVisible();
    await expect.element(link).toHaveValue(`${LINK}?next`);
  });

  test('a page that is a deal leads there', async () => {
    watched = () => Response.json({ success: true, watched: { kind: 'deal', deal: deal(3) } });
    const screen = await open(`/favorites/watched?link=${encodeURIComponent(LINK)}`);
    await screen.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect.element(screen.getByText(/added it to your favorites/)).toBeVisible();
    await expect
      .element(screen.getByRole('main').getByRole('link', { name: deal(3).title }))
      .toHaveAttribute('href', '/deals/3');
  });

  test.each([
    ['link_unreadable', /could not read this page/],
    ['link_forbidden', /does not let programs read/],
    ['link_without_product', /no single product with a price/],
    ['limit_reached', /reached the limit/],
  ])('%s is explained at the link', async (code, text) => {
    watched = () => rejection(422, code);
    const screen = await open('/favorites/watched');
    const link = screen.getByLabelText('Link to the product');
    await link.fill(LINK);
    await screen.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect.element(link).toHaveAccessibleDescription(text);
  });

  test('what is no link is not sent, and the field says why', async () => {
    const screen = await open('/favorites/watched');
    const link = screen.getByLabelText('Link to the product');
    await link.fill('coffee machine');
    await screen.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect.element(link).toHaveAccessibleDescription(/starts with “https:/);
    expect(asked()).toEqual([]);
    await link.fill('coffee');
    await expect.element(link).not.toHaveAccessibleDescription(/starts with “https:/);
  });

  test('a page that is still watched, because its end failed, says so', async () => {
    pages = [aPage()];
    isRejected = true;
    const screen = await open('/favorites/watched');
    const end = screen.getByRole('button', { name: 'Stop watching Coffee machine' });
    await end.click();
    await expect.element(screen.getByText('Server error. Please try again later.')).toBeVisible();
    await expect.element(end).toBeEnabled();
  });

  test('a page that ended says why', async () => {
    pages = [aPage({ end: 'other_product' })];
    const screen = await open('/favorites/watched');
    await expect.element(screen.getByText(/shows another product now/)).toBeVisible();
  });
});

describe('a link that another application shares', () => {
  const shared = `/share?title=Coffee&text=${encodeURIComponent(`Look: ${LINK}`)}`;

  test('is watched, if the user chooses so', async () => {
    const screen = await open(shared);
    await screen.getByRole('button', { name: 'Watch the price' }).click();
    await expect.poll(url).toBe('/favorites/watched');
    expect(asked()).toEqual([{ url: LINK }]);
  });

  test('does not lead away from a page that the user opened meanwhile', async () => {
    const read = Promise.withResolvers<void>();
    watched = async () => {
      await read.promise;
      return watchPage();
    };
    const screen = await open(shared);
    await screen.getByRole('button', { name: 'Watch the price' }).click();
    await expect.poll(asked).toHaveLength(1);
    await screen.getByRole('link', { name: 'Hot' }).click();
    const elsewhere = url();
    read.resolve();
    // By then the response has been handled.
    await screen.getByRole('banner').getByRole('combobox').fill('bike');
    await expect.element(screen.getByRole('banner').getByRole('combobox')).toHaveValue('bike');
    expect(url()).toBe(elsewhere);
  });

  test('says why it cannot be watched, and can be posted instead', async () => {
    watched = () => rejection(422, 'link_without_product');
    const screen = await open(shared);
    await screen.getByRole('button', { name: 'Watch the price' }).click();
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/no single product/);
    await screen.getByRole('link', { name: 'Post it as a deal' }).click();
    await expect.element(screen.getByLabelText(/^Link to the offer/)).toHaveValue(LINK);
    expect(url()).toMatch(/^\/post/);
  });

  test('is missing from a text without one', async () => {
    const screen = await open('/share?text=Hello');
    await expect.element(screen.getByRole('heading', { name: /no link/ })).toBeVisible();
  });
});
