// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { mila } from '#core/session/testing/sessions.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import {
  field,
  FILE_ID,
  fillIn,
  held,
  image,
  paste,
  postedIds,
  postServer,
  press,
  sent,
  startPostServer,
} from './testing/post-server.ts';
import { url, deal, open, rejection, tokens } from './testing/served-app.tsx';

beforeEach(startPostServer);

describe('a new post', () => {
  test('begins with what another application shared', async () => {
    const text = encodeURIComponent('Виж това https://shop.example/bike?x=1');
    const screen = await open(`/post?title=Bike&text=${text}`);
    await expect.element(field(screen, 'Title')).toHaveValue('Bike');
    await expect
      .element(screen.getByPlaceholder('https://'))
      .toHaveValue('https://shop.example/bike?x=1');
  });

  test('takes what was shared once, so that a reload keeps the draft', async () => {
    const shared = new URLSearchParams({
      link: 'https://shop.example/bike?from=app',
      title: 'Bike',
    });
    const before = await open(`/post?${shared}`);
    await press(before, 'Fill in');
    await expect
      .element(field(before, 'Link to the offer'))
      .toHaveValue('https://shop.example/bike');
    await field(before, 'Title').fill('Градски велосипед');
    await before.unmount();
    const screen = await open(location.pathname + location.search);
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    await expect.element(field(screen, 'Price in euro')).toHaveValue('199.90');
  });

  test('is previewed, posted, and opened', async () => {
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

    await screen.getByRole('combobox', { name: /^Town or province/ }).fill('пл');
    await screen.getByRole('option', { name: 'Plovdiv' }).click();
    await field(screen, 'Tags').fill('Bike, #City,bike,');
    await expect.element(screen.getByRole('button', { name: 'Remove the tag city' })).toBeVisible();
    await press(screen, 'Post the deal');
    await expect.element(screen.getByText('Your deal is posted')).toBeVisible();
    expect(url()).toBe('/deals/500');
    expect(sent('POST', '/api/deals')).toEqual({
      clientId: expect.stringMatching(/^[\da-f-]{36}$/),
      title: 'Градски велосипед',
      description: '',
      price: { amount: 12_050, currency: 'EUR' },
      originalPrice: null,
      delivery: null,
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

  test('shows what is wrong beside each field, the first of which takes the focus', async () => {
    const screen = await open('/post');
    await press(screen, 'Post the deal');
    await expect.element(field(screen, 'Title')).toHaveFocus();
    await expect
      .element(field(screen, 'Title'))
      .toHaveAccessibleDescription('The title must have 3 to 140 characters.');
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
    await expect
      .element(screen.getByText('The title must have 3 to 140 characters.'))
      .toBeVisible();
    await field(screen, 'Tags').fill('🔥,');
    await expect.element(screen.getByText('A tag needs a letter or a digit.')).toBeVisible();
    await field(screen, 'Former price in euro').fill('1');
    await field(screen, 'Price in euro').fill('2');
    await press(screen, 'Post the deal');
    await expect
      .element(screen.getByText('The former price must be higher than the current one.'))
      .toBeVisible();
    expect(sent('POST', '/api/deals')).toBeUndefined();
  });

  test('takes a price in leva, shows it in euro, and says what to do without one', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    const price = field(screen, 'Price in euro');
    await price.fill('по договаряне');
    await press(screen, 'Post the deal');
    await expect.element(price).toHaveAccessibleDescription(/24\.45 lv.*negotiable/);

    await price.fill('1 500 лева');
    const preview = screen.getByRole('complementary', { name: 'Preview' });
    await expect.element(preview.getByText('€766.94')).toBeVisible();
    await expect.element(screen.getByRole('form').getByText('€766.94')).toBeVisible();
    await press(screen, 'Post the deal');
    await expect.element(screen.getByText('Your deal is posted')).toBeVisible();
    expect(sent('POST', '/api/deals')).toMatchObject({
      price: { amount: 766_94, currency: 'EUR' },
    });
  });

  test('shows errors that only the server finds', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    network.response = (request) =>
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
        : postServer(request);
    await press(screen, 'Post the deal');
    await expect.element(screen.getByText('Choose a day within the next 365 days.')).toBeVisible();
    await expect.element(screen.getByLabelText(/^Offered until/)).toHaveFocus();
    network.response = (request) =>
      request.method === 'POST' && request.url.pathname === '/api/deals'
        ? rejection(429, 'rate_limited')
        : postServer(request);
    await press(screen, 'Post the deal');
    await expect
      .element(screen.getByText('Too many requests. Please try again in a moment.'))
      .toBeVisible();
  });

  test('keeps its draft across a reload, discards it on demand, and restores it', async () => {
    const before = await open('/post');
    await fillIn(before);
    await before.unmount();
    const screen = await open('/post');
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    await press(screen, 'Start over');
    await expect.element(field(screen, 'Title')).toHaveValue('');
    await expect.element(field(screen, 'Link')).toHaveFocus();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(field(screen, 'Price in euro')).toHaveValue('120,50');
    await screen.getByRole('link', { name: 'Hot' }).click();
    await screen.getByRole('button', { name: 'Back to the draft' }).click();
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
  });

  test('loses nothing if the session ends meanwhile', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    network.response = (request) => {
      const { pathname } = request.url;
      if (request.method !== 'POST') return postServer(request);
      if (pathname === '/api/auth/login') return tokens();
      return rejection(
        401,
        pathname === '/api/auth/refresh' ? 'refresh_failed' : 'session_expired',
      );
    };
    await press(screen, 'Post the deal');
    await expect.poll(() => url()).toBe('/login?from=/post');
    await field(screen, 'Email').fill(mila.email);
    await screen.getByLabelText('Password', { exact: true }).fill('trotting otter lamp 9');
    await press(screen, 'Sign in');
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    await expect.element(field(screen, 'Price in euro')).toHaveValue('120,50');
  });

  test('shows possible duplicates before it is posted', async () => {
    held.duplicates = [deal(7, { title: 'Градски велосипед Drag' })];
    const screen = await open('/post');
    await fillIn(screen);
    await press(screen, 'Post the deal');
    const dialog = screen.getByRole('dialog', { name: 'Has it been posted already?' });
    await expect.element(dialog.getByRole('link', { name: /Drag/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    expect(sent('POST', '/api/deals')).toBeUndefined();
    await press(screen, 'Post the deal');
    await dialog.getByRole('button', { name: 'Post mine' }).click();
    await expect.poll(() => url()).toBe('/deals/500');
  });

  test('is sent again under the same id if no response came', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    network.response = (request) =>
      request.method === 'POST' && request.url.pathname === '/api/deals'
        ? Promise.reject(new TypeError('Failed to fetch'))
        : postServer(request);
    await press(screen, 'Post the deal');
    await expect
      .element(screen.getByText('Network error. Please check your connection.'))
      .toBeVisible();
    network.response = postServer;
    await press(screen, 'Post the deal');
    await expect.poll(() => url()).toBe('/deals/500');
    expect(postedIds()).toHaveLength(2);
    expect(new Set(postedIds()).size).toBe(1);
  });

  test('takes the images of a link, unless it has others', async () => {
    const screen = await open('/post');
    await field(screen, 'Link to the offer').fill('https://shop.example/bike');
    await press(screen, 'Fill in');
    const list = screen.getByRole('list', { name: 'Chosen photos and videos' });
    await expect.element(list.getByRole('listitem').nth(1)).toBeVisible();
    expect(sent('POST', '/api/deals/link-pictures')).toEqual({
      urls: ['https://shop.example/a.jpg', 'https://shop.example/b.jpg'],
    });
    await press(screen, 'Fill in');
    await expect.element(screen.getByText('Filled in from Shop. Please check it.')).toBeVisible();
    expect(list.getByRole('listitem').all()).toHaveLength(2);
    await press(screen, 'Post the deal');
    await expect.poll(() => url()).toBe('/deals/500');
    expect(sent('POST', '/api/deals')).toMatchObject({ media: [FILE_ID(71), FILE_ID(72)] });
  });

  test('fills itself from a link, except what was typed', async () => {
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
    network.response = (request) =>
      request.url.pathname === '/api/deals/read-link'
        ? rejection(422, 'link_unreadable')
        : postServer(request);
    await press(screen, 'Fill in');
    await expect.element(screen.getByText(/We could not read this page/)).toBeVisible();
  });
});

/** Presses "Post the deal" while the uploads of a chosen image are still loading. */
const postBeforeUploads = async (loaded: Promise<void>) => {
  const load = uploads.engine;
  vi.spyOn(uploads, 'engine').mockImplementation(async () => {
    await loaded;
    return load();
  });
  const screen = await open('/post');
  await fillIn(screen);
  const chooser = screen.container.querySelector('input[type=file]');
  if (!(chooser instanceof HTMLInputElement)) throw new Error('There is no file input');
  await userEvent.upload(chooser, [image('late.png')]);
  await press(screen, 'Post the deal');
  await expect.element(screen.getByText(/^Waiting for the photos/)).toBeVisible();
  return screen;
};

describe('images', () => {
  test('are uploaded, ordered by buttons that keep the focus, and posted in that order', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    const chooser = screen.container.querySelector('input[type=file]');
    if (!(chooser instanceof HTMLInputElement)) throw new Error('There is no file input');
    await userEvent.upload(chooser, [image('front.png'), image('back.png'), image('side.png')]);
    const list = screen.getByRole('list', { name: 'Chosen photos and videos' });
    await expect.poll(() => held.uploaded).toBe(3);
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
    await expect.poll(() => url()).toBe('/deals/500');
    expect(sent('POST', '/api/deals')).toMatchObject({ media: [FILE_ID(3), FILE_ID(1)] });
  });

  test('are waited for, also before their upload has begun', async () => {
    const added = vi.spyOn(window, 'addEventListener');
    const loading = Promise.withResolvers<void>();
    await postBeforeUploads(loading.promise);
    // The page asks for this image only: a listener without one would slow Back down.
    expect(added.mock.calls.filter(([type]) => type === 'beforeunload')).toHaveLength(1);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    loading.resolve();
    await expect.poll(() => url()).toBe('/deals/500');
    expect(sent('POST', '/api/deals')).toMatchObject({ media: [FILE_ID(1)] });
  });

  test('that cannot be uploaded keep the form', async () => {
    const loading = Promise.withResolvers<void>();
    const screen = await postBeforeUploads(loading.promise);
    loading.reject(new TypeError('Failed to fetch'));
    const post = screen.getByRole('button', { name: 'Post the deal' });
    await expect.element(post).not.toHaveAttribute('aria-disabled', 'true');
    await expect.element(screen.getByRole('alert')).toBeVisible();
    expect(url()).toBe('/post');
    expect(
      network.asked.some(({ url, method }) => method === 'POST' && url.pathname === '/api/deals'),
    ).toBe(false);
  });

  test('that are rejected are named', async () => {
    const screen = await open('/post');
    await expect.element(field(screen, 'Title')).toBeVisible();
    paste(new File(['text'], 'letter.txt', { type: 'text/plain' }));
    await expect.element(screen.getByText(/^“letter.txt” was not added/)).toBeVisible();
    await expect.poll(() => uploads.state.get().config.kind).toBe('ready');
    paste(new File(['x'.repeat(2_000)], 'huge.png', { type: 'image/png' }));
    await expect
      .element(screen.getByText('File 1 (huge.png): File exceeds server limit: 1.95 KB > 1,000 B'))
      .toBeVisible();
    paste(image('pasted.png'));
    await expect.element(screen.getByText('Main', { exact: true })).toBeVisible();
  });

  test('may be removed', async () => {
    const screen = await open('/post');
    const hint = screen.getByText(/^Drag files here/);
    await expect.element(hint).toBeVisible();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(image('dropped.png'));
    for (const type of ['dragover', 'drop'])
      hint
        .element()
        .dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    await expect.element(screen.getByRole('button', { name: 'Remove: dropped.png' })).toBeVisible();
  });
});
