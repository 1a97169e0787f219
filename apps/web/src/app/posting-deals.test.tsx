// First: it replaces what the application asks over.
import { network, type Answer } from './testing/network.ts';
import type { Deal } from '@izgodno/contract/deals/deal';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { uploads } from '#core/upload-browser/uploads.ts';
import { mila } from '#core/session/testing/sessions.ts';
import {
  address,
  deal,
  dealPage,
  open,
  refusal,
  serving,
  signIn,
  startAfresh,
} from './testing/served-app.tsx';

const FILE_ID = (number: number): string =>
  `01939f7e-6c00-7000-8000-${String(number).padStart(12, '0')}`;

const own = (number: number, more: Partial<Deal> = {}): Deal =>
  deal(number, {
    source: { id: 'users', name: 'Izgodno members', group: 'marketplace' },
    seller: { id: mila.id, name: mila.name },
    ...more,
  });

let duplicates: readonly Deal[];
let posts: Deal[];
let uploaded: number;

const counts = () => ({
  active: posts.filter(({ status }) => status === 'active').length,
  sold: posts.filter(({ status }) => status === 'sold').length,
  expired: posts.filter(({ status }) => status === 'expired').length,
  deleted: posts.filter(({ status }) => status === 'deleted').length,
});

const patched = (id: string, more: Partial<Deal>): Deal => {
  posts = posts.map((one) => (one.id === id ? { ...one, ...more } : one));
  const changed = posts.find((one) => one.id === id);
  if (changed === undefined) throw new Error(`There is no deal ${id}`);
  return changed;
};

/** A server where Mila posts deals. */
const posting: Answer = async (request) => {
  const { url, method } = request;
  const { pathname } = url;
  if (pathname === '/api/auth/me') return Response.json({ success: true, user: mila });
  if (pathname === '/api/config/upload') {
    return Response.json({
      success: true,
      config: {
        maxFileSize: 1_000,
        maxFileSizeString: '1 KB',
        maxFiles: 30,
        chunkSize: 1_000,
        requestTimeout: 1_000,
        uploadMethod: 'chunked',
        pacing: 'instant',
        allowedTypes: [],
        quota: 0,
      },
    });
  }
  if (pathname === '/api/uploads')
    return Response.json({
      success: true,
      uploads: [],
      nextCursor: null,
      usage: { used: 0, quota: 0 },
    });
  if (pathname === '/api/locations')
    return Response.json({
      success: true,
      locations: [
        { id: 'plovdiv', kind: 'town', name: { bg: 'Пловдив', en: 'Plovdiv' } },
        { id: 'pleven', kind: 'town', name: { bg: 'Плевен', en: 'Pleven' } },
      ],
    });
  if (pathname === '/api/deals/possible-duplicates')
    return Response.json({
      success: true,
      duplicates: duplicates.map((one) => ({ deal: one, reason: 'similar' })),
    });
  if (pathname === '/api/deals/read-link')
    return Response.json({
      success: true,
      product: {
        url: 'https://shop.example/bike',
        title: 'Road bike',
        description: 'With lights',
        price: { amount: 19_990, currency: 'EUR' },
        originalPrice: null,
        category: 'sports',
        condition: 'new',
        images: [],
        brand: null,
        gtin: null,
        mpn: null,
        inStock: true,
        merchant: 'Shop',
      },
    });
  if (pathname === '/api/deals' && method === 'POST') {
    const posted = own(500, { title: 'Posted' });
    posts = [posted, ...posts];
    return Response.json({ success: true, deal: posted });
  }
  if (pathname === '/api/users/me/deals') {
    const status = url.searchParams.get('status');
    const items = posts.filter((one) =>
      status === null ? one.status !== 'deleted' : one.status === status,
    );
    return Response.json({
      ...dealPage(0),
      items,
      total: items.length,
      counts: counts(),
      favorites: { '41': 7 },
    });
  }
  const [, id = '', what] = /^\/api\/deals\/(\d+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const mine = posts.find((one) => one.id === id);
  if (mine !== undefined) {
    if (what === 'draft')
      return Response.json({
        success: true,
        draft: {
          title: mine.title,
          description: mine.description,
          price: mine.price,
          originalPrice: null,
          category: mine.category,
          condition: mine.condition,
          location: null,
          tags: mine.tags,
          media: [FILE_ID(1), FILE_ID(2)],
          link: null,
          expiresAt: '2026-12-01T10:00:00.000Z',
        },
        media: [1, 2].map((number) => ({
          id: FILE_ID(number),
          kind: 'image',
          url: `/api/files/${FILE_ID(number)}`,
        })),
        status: mine.status,
      });
    if (what === 'restore')
      return Response.json({ success: true, deal: patched(id, { status: 'active' }) });
    if (what === 'status')
      return Response.json({
        success: true,
        deal: patched(id, { status: 'sold' }),
        counts: counts(),
      });
    if (method === 'DELETE')
      return Response.json({
        success: true,
        deal: patched(id, { status: 'deleted' }),
        restorableUntil: '2026-12-01T10:00:00Z',
      });
    if (what === undefined) return Response.json({ success: true, deal: mine });
  }
  return serving(30)(request);
};

/** What uploads are sent by: each becomes a file. */
class UploadingRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  withCredentials = false;
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    uploaded += 1;
    this.status = 200;
    this.responseText = JSON.stringify({
      success: true,
      fileId: FILE_ID(uploaded),
      fileUrl: `/api/files/${FILE_ID(uploaded)}`,
      originalName: 'a.png',
      fileName: 'a.png',
      filenameSanitized: 'a.png',
      size: 3,
      mediaType: 'image/png',
    });
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}

const picture = (name: string): File => new File(['png'], name, { type: 'image/png' });

const sent = (method: string, pathname: string): unknown => {
  const found = network.asked.findLast(
    (asked) => asked.method === method && asked.url.pathname === pathname,
  );
  return found === undefined ? undefined : JSON.parse(found.body);
};

beforeEach(async () => {
  await startAfresh();
  vi.stubGlobal('XMLHttpRequest', UploadingRequest);
  network.answer = posting;
  duplicates = [];
  posts = [];
  uploaded = 0;
  signIn();
});

type Screen = Awaited<ReturnType<typeof open>>;

const field = (screen: Screen, name: string) =>
  screen.getByRole('textbox', { name: new RegExp(`^${name}`) });

const fillIn = async (screen: Screen): Promise<void> => {
  await field(screen, 'Title').fill('Градски велосипед');
  await screen.getByRole('combobox', { name: 'Category' }).selectOptions('Sports');
  await field(screen, 'Price in euro').fill('120,50');
};

const press = (screen: Screen, name: string) =>
  screen.getByRole('main').getByRole('button', { name, exact: true }).click();

describe('a new deal', () => {
  test('is shown as it will look, posted, and opened', async () => {
    const screen = await open('/post');
    await expect
      .element(screen.getByRole('heading', { level: 1, name: 'Post a deal' }))
      .toBeVisible();
    const preview = screen.getByRole('complementary', { name: 'Preview' });
    await expect.element(preview.getByText('€0', { exact: true })).toBeVisible();
    await expect.element(preview.getByText('Good', { exact: true })).toBeVisible();
    await fillIn(screen);
    await expect.element(preview.getByText('€120.50')).toBeVisible();
    await expect.element(preview.getByText('Градски велосипед')).toBeVisible();
    await expect.element(screen.getByText(/^235\.68\slv$/).first()).toBeVisible();

    await screen.getByRole('combobox', { name: /^Town or district/ }).fill('пл');
    await screen.getByRole('option', { name: 'Plovdiv' }).click();
    await field(screen, 'Tags').fill('Bike, #City,bike,');
    await expect.element(screen.getByRole('button', { name: 'Remove the tag city' })).toBeVisible();
    await press(screen, 'Post the deal');
    await expect.element(screen.getByText('Your deal is posted')).toBeVisible();
    expect(address()).toBe('/deals/500');
    expect(sent('POST', '/api/deals')).toEqual({
      title: 'Градски велосипед',
      description: '',
      price: { amount: 12_050, currency: 'EUR' },
      originalPrice: null,
      category: 'sports',
      condition: 'good',
      location: 'plovdiv',
      tags: ['bike', 'city'],
      media: [],
      link: null,
      expiresAt: null,
    });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('post-draft'))).toEqual([]);
  });

  test('is told what is wrong with it beside each field, the first of which takes the focus', async () => {
    const screen = await open('/post');
    await press(screen, 'Post the deal');
    await expect.element(field(screen, 'Title')).toHaveFocus();
    await expect
      .element(field(screen, 'Title'))
      .toHaveAccessibleDescription('A title has 3 to 140 characters.');
    await expect.element(screen.getByText('Choose a category.')).toBeVisible();

    await fillIn(screen);
    await field(screen, 'Title').fill('x'.repeat(5_000));
    for (const wrong of ['-1', '1.234', 'free']) {
      await field(screen, 'Price in euro').fill(wrong);
      await press(screen, 'Post the deal');
      await expect
        .element(field(screen, 'Price in euro'))
        .toHaveAccessibleDescription(/at most two decimals/);
    }
    await expect.element(screen.getByText('A title has 3 to 140 characters.')).toBeVisible();
    await field(screen, 'Tags').fill('🔥,');
    await expect.element(screen.getByText('A tag needs a letter or a digit.')).toBeVisible();
    await field(screen, 'Price before, in euro').fill('1');
    await field(screen, 'Price in euro').fill('2');
    await press(screen, 'Post the deal');
    await expect
      .element(screen.getByText('The price before must be above the price now.'))
      .toBeVisible();
    expect(sent('POST', '/api/deals')).toBeUndefined();
  });

  test('is told what only the server finds wrong with it', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    network.answer = (request) =>
      request.method === 'POST' && request.url.pathname === '/api/deals'
        ? Response.json(
            {
              success: false,
              error: {
                code: 'validation_failed',
                message: '',
                fields: { expiresAt: { code: 'out_of_range', message: '' } },
              },
            },
            { status: 400 },
          )
        : posting(request);
    await press(screen, 'Post the deal');
    await expect.element(screen.getByText('Choose a day within the next 365 days.')).toBeVisible();
    await expect.element(screen.getByLabelText(/^Offered until/)).toHaveFocus();
    network.answer = (request) =>
      request.method === 'POST' && request.url.pathname === '/api/deals'
        ? refusal(429, 'rate_limited')
        : posting(request);
    await press(screen, 'Post the deal');
    await expect
      .element(screen.getByText('Too many requests. Please try again in a moment.'))
      .toBeVisible();
  });

  test('keeps its draft through a reload, gives it up on demand, and takes that back', async () => {
    const before = await open('/post');
    await fillIn(before);
    await before.unmount();
    const screen = await open('/post');
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    await press(screen, 'Start over');
    await expect.element(field(screen, 'Title')).toHaveValue('');
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(field(screen, 'Price in euro')).toHaveValue('120,50');
    await screen.getByRole('link', { name: 'Trending' }).click();
    await screen.getByRole('button', { name: 'Back to it' }).click();
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
  });

  test('shows what it may repeat before it is posted', async () => {
    duplicates = [deal(7, { title: 'Градски велосипед Drag' })];
    const screen = await open('/post');
    await fillIn(screen);
    await press(screen, 'Post the deal');
    const dialog = screen.getByRole('dialog', { name: 'Is it here already?' });
    await expect.element(dialog.getByRole('link', { name: /Drag/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    expect(sent('POST', '/api/deals')).toBeUndefined();
    await press(screen, 'Post the deal');
    await dialog.getByRole('button', { name: 'Post mine' }).click();
    await vi.waitFor(() => expect(address()).toBe('/deals/500'));
  });

  test('fills itself from a link, but for what was typed', async () => {
    const screen = await open('/post');
    await field(screen, 'Title').fill('My bike');
    await field(screen, 'Link to the offer').fill('https://shop.example/bike?utm_source=x');
    await press(screen, 'Fill in');
    await expect.element(screen.getByText('Filled in from Shop. Please check it.')).toBeVisible();
    await expect.element(field(screen, 'Title')).toHaveValue('My bike');
    await expect.element(field(screen, 'Price in euro')).toHaveValue('199.90');
    await expect.element(field(screen, 'Description')).toHaveValue('With lights');
    await expect
      .element(field(screen, 'Link to the offer'))
      .toHaveValue('https://shop.example/bike');
    network.answer = (request) =>
      request.url.pathname === '/api/deals/read-link'
        ? refusal(422, 'link_unreadable')
        : posting(request);
    await press(screen, 'Fill in');
    await expect.element(screen.getByText(/We could not read a product/)).toBeVisible();
  });
});

describe('pictures', () => {
  test('are uploaded, ordered by buttons that keep the focus, and posted in that order', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    const chooser = screen.container.querySelector('input[type=file]');
    if (!(chooser instanceof HTMLInputElement)) throw new Error('There is no file input');
    await userEvent.upload(chooser, [
      picture('front.png'),
      picture('back.png'),
      picture('side.png'),
    ]);
    const list = screen.getByRole('list', { name: 'Chosen photos and videos' });
    await vi.waitFor(() => expect(uploaded).toBe(3));
    expect(list.getByRole('listitem').all()).toHaveLength(3);

    const later = screen.getByRole('button', { name: 'Move later: front.png' });
    await later.click();
    await expect.element(later).toHaveFocus();
    await expect.element(screen.getByText('front.png: now 2 of 3')).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('front.png: now 3 of 3')).toBeInTheDocument();
    await screen.getByRole('button', { name: 'Make the main picture: side.png' }).click();
    await screen.getByRole('button', { name: 'Remove: back.png' }).click();
    await press(screen, 'Post the deal');
    await vi.waitFor(() => expect(address()).toBe('/deals/500'));
    expect(sent('POST', '/api/deals')).toMatchObject({ media: [FILE_ID(3), FILE_ID(1)] });
  });

  test('that cannot be taken are named', async () => {
    const screen = await open('/post');
    await expect.element(field(screen, 'Title')).toBeVisible();
    const paste = (file: File): void => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(file);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    };
    paste(new File(['text'], 'letter.txt', { type: 'text/plain' }));
    await expect.element(screen.getByText('Only photos and videos can be added.')).toBeVisible();
    await vi.waitFor(() => expect(uploads.state.get().config.kind).toBe('ready'));
    paste(new File(['x'.repeat(2_000)], 'huge.png', { type: 'image/png' }));
    await expect
      .element(screen.getByText('File 1 (huge.png): File exceeds server limit: 1.95 KB > 1,000 B'))
      .toBeVisible();
    paste(picture('pasted.png'));
    await expect.element(screen.getByText('Main', { exact: true })).toBeVisible();
  });
});

describe('one’s own deals', () => {
  beforeEach(() => {
    posts = [own(41, { title: 'Bicycle', views: 1_200, likes: 3 }), own(42, { status: 'sold' })];
  });

  test('are counted by status, with what came of them', async () => {
    const screen = await open('/my-posts');
    const first = screen.getByRole('article').first();
    await expect.element(first.getByRole('link', { name: 'Bicycle', exact: true })).toBeVisible();
    const numbers = first.getByRole('definition');
    await expect.element(numbers.nth(0)).toHaveTextContent('1,200');
    await expect.element(numbers.nth(1)).toHaveTextContent('3');
    await expect.element(numbers.nth(2)).toHaveTextContent('7');
    await screen.getByRole('link', { name: /^Sold/ }).click();
    await expect.element(screen.getByRole('link', { name: 'Deal 42', exact: true })).toBeVisible();
    await vi.waitFor(() => expect(screen.getByRole('article').all()).toHaveLength(1));
    await screen.getByRole('link', { name: /^Expired/ }).click();
    await expect.element(screen.getByText('No posts here')).toBeVisible();
  });

  test('are sold, deleted and brought back', async () => {
    const screen = await open('/my-posts');
    await screen.getByRole('button', { name: 'Mark as sold: Bicycle' }).click();
    await expect.element(screen.getByText('The deal is marked as sold')).toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: 'Offer again: Bicycle' }))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Delete: Bicycle' }).click();
    await expect.element(screen.getByText('Deal deleted successfully')).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Bicycle', exact: true }))
      .not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByRole('link', { name: 'Bicycle', exact: true })).toBeVisible();
  });

  test('say why something was not done', async () => {
    const screen = await open('/my-posts');
    await expect.element(screen.getByRole('article').first()).toBeVisible();
    network.answer = (request) =>
      request.method === 'DELETE' ? refusal(403, 'forbidden') : posting(request);
    await screen.getByRole('button', { name: 'Delete: Bicycle' }).click();
    await expect
      .element(screen.getByText('You are not authorized to perform this action'))
      .toBeVisible();
  });

  test('are edited: only what was changed is said again', async () => {
    const screen = await open('/deals/41');
    await screen.getByRole('link', { name: 'Edit: Bicycle' }).click();
    await expect.element(field(screen, 'Price in euro')).toHaveValue('410');
    await field(screen, 'Price in euro').fill('300');
    await screen.getByRole('button', { name: 'Move later: file 1' }).click();
    await press(screen, 'Save changes');
    await expect.element(screen.getByText('Your changes are saved')).toBeVisible();
    expect(sent('PATCH', '/api/deals/41')).toEqual({
      price: { amount: 30_000, currency: 'EUR' },
      media: [FILE_ID(2), FILE_ID(1)],
    });
  });

  test('of others cannot be looked after', async () => {
    posts = [own(41, { title: 'Bicycle', seller: { id: FILE_ID(9), name: 'Ivan' } })];
    const screen = await open('/deals/41');
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Bicycle' })).toBeVisible();
    await expect
      .element(screen.getByText('Favorite', { exact: false }).first())
      .toBeInTheDocument();
    await expect.element(screen.getByText('This is your deal')).not.toBeInTheDocument();
  });
});
