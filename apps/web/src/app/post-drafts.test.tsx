// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { session } from '#core/session/browser/session.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { toastStore } from '#shared/ui/toast.ts';
import {
  field,
  fillIn,
  held,
  image,
  own,
  paste,
  postedIds,
  postServer,
  press,
  sent,
  startPostServer,
  type Screen,
} from './testing/post-server.ts';
import { open, rejection, url } from './testing/served-app.tsx';

beforeEach(startPostServer);

/** A draft of a bicycle that an earlier page left. */
const openStored = async (): Promise<Screen> => {
  const before = await open('/post');
  await fillIn(before);
  await before.unmount();
  const screen = await open('/post');
  await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
  return screen;
};

describe('a draft that several forms show', () => {
  const draftKey = `post-draft:${mila.id}:new`;

  /** Simulates that another tab stores a text, or erases it. */
  const storeElsewhere = (text: string | null): void => {
    if (text === null) localStorage.removeItem(draftKey);
    else localStorage.setItem(draftKey, text);
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey }));
  };

  const stored = (): string => localStorage.getItem(draftKey) ?? '';

  test('is another deal in a tab whose text another tab has posted', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    const { id } = JSON.parse(stored());
    storeElsewhere(null);
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    await field(screen, 'Title').fill('Phone');
    await press(screen, 'Post the deal');
    await expect.poll(() => url()).toBe('/deals/500');
    expect(postedIds()).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(postedIds()).not.toContain(id);
  });

  test('keeps what was typed here if another tab writes over it', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    const bike = stored();
    const phone = JSON.stringify({ ...JSON.parse(bike), title: 'Phone' });
    storeElsewhere(phone);
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    expect(stored()).toBe(phone);
    await screen.getByRole('link', { name: 'Hot' }).click();
    await screen.getByRole('button', { name: 'Back to the draft' }).click();
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    expect(JSON.parse(stored()).id).not.toBe(JSON.parse(bike).id);
  });

  test('is stored until its own tab has posted it', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    const phone = stored().replace('Градски велосипед', 'Phone');
    storeElsewhere(phone);
    await press(screen, 'Post the deal');
    await expect.poll(() => url()).toBe('/deals/500');
    expect(stored()).toBe(phone);
  });

  test('follows another tab where nothing was typed', async () => {
    const screen = await openStored();
    storeElsewhere(stored().replace('Градски велосипед', 'Phone'));
    await expect.element(field(screen, 'Title')).toHaveValue('Phone');
    storeElsewhere(null);
    await expect.element(field(screen, 'Title')).toHaveValue('');
  });
});

const shown = () => toastStore.get().map(({ text }) => text);

const back = (screen: Screen) => screen.getByRole('button', { name: 'Back to the draft' });

const leave = async (): Promise<Screen> => {
  const screen = await open('/post');
  await fillIn(screen);
  await screen.getByRole('link', { name: 'Hot' }).click();
  await expect.element(back(screen)).toBeVisible();
  return screen;
};

test('a tag that is being typed survives a reload', async () => {
  const before = await open('/post');
  await field(before, 'Tags').fill('bik');
  await before.unmount();
  const screen = await open('/post');
  await expect.element(field(screen, 'Tags')).toHaveValue('bik');
  await fillIn(screen);
  await field(screen, 'Tags').fill('🔥');
  await press(screen, 'Post the deal');
  await expect.element(field(screen, 'Tags')).toHaveFocus();
  await expect.element(screen.getByText('A tag needs a letter or a digit.')).toBeVisible();
  expect(postedIds()).toEqual([]);
});

test('a town typed in full is chosen also if its suggestions come after the user went on', async () => {
  const suggestions = Promise.withResolvers<void>();
  network.response = async (request) => {
    if (request.url.pathname === '/api/locations') await suggestions.promise;
    return postServer(request);
  };
  const screen = await open('/post');
  await screen.getByRole('combobox', { name: /^Town or province/ }).fill('пловдив');
  await fillIn(screen);
  suggestions.resolve();
  await expect
    .element(screen.getByRole('combobox', { name: /^Town or province/ }))
    .toHaveValue('Plovdiv');
  await press(screen, 'Post the deal');
  await expect.poll(() => url()).toBe('/deals/500');
  expect(sent('POST', '/api/deals')).toMatchObject({ location: 'plovdiv' });
});

describe('an edit that was left', () => {
  test('changes only what was typed, also if the post has changed meanwhile', async () => {
    held.posts = [own(41, { title: 'Bicycle' })];
    const before = await open('/post/41');
    await field(before, 'Description').fill('Red');
    await before.unmount();
    held.posts = [own(41, { title: 'Bicycle', price: { amount: 30_00, currency: 'EUR' } })];
    const screen = await open('/post/41');
    await expect.element(field(screen, 'Description')).toHaveValue('Red');
    await expect.element(field(screen, 'Price in euro')).toHaveValue('30');
    await press(screen, 'Save changes');
    await expect.poll(() => sent('PATCH', '/api/deals/41')).toEqual({ description: 'Red' });
  });
});

describe('the message about a draft that was left', () => {
  const STORED = 'Your draft is saved.';

  test('ends when the user returns to the draft', async () => {
    const screen = await leave();
    history.back();
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    // Sooner than its time, which is 10 s.
    await expect.poll(shown, { timeout: 5_000 }).not.toContain(STORED);
  });

  test('ends when the draft has been posted meanwhile', async () => {
    const { screen, release } = await postAndLeave();
    await expect.element(back(screen)).toBeVisible();
    release();
    await expect.element(screen.getByText('Your deal is posted')).toBeVisible();
    expect(shown()).not.toContain(STORED);
  });

  test('is not shown to a user who has signed out', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    session.dispatch({ kind: 'logout-asked' });
    await expect.element(field(screen, 'Title')).not.toBeInTheDocument();
    await expect.poll(() => url()).not.toBe('/post');
    expect(shown()).not.toContain(STORED);
  });
});

/** Makes the server store no deal before the returned function is called. */
const holdPosts = (): (() => void) => {
  const posting = Promise.withResolvers<void>();
  network.response = async (request) => {
    if (request.method === 'POST' && request.url.pathname === '/api/deals') await posting.promise;
    return postServer(request);
  };
  return posting.resolve;
};

/** Posts a deal, and opens another page before the server has stored it. */
const postAndLeave = async () => {
  const release = holdPosts();
  const screen = await open('/post');
  await fillIn(screen);
  await press(screen, 'Post the deal');
  await expect.poll(postedIds).toHaveLength(1);
  await screen.getByRole('link', { name: 'Hot' }).click();
  return { screen, release };
};

describe('while a post is sent', () => {
  test('its fields cannot change', async () => {
    const release = holdPosts();
    const screen = await open('/post');
    await fillIn(screen);
    await field(screen, 'Tags').fill('bike');
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.poll(postedIds).toHaveLength(1);
    expect(field(screen, 'Title').element().closest('[inert]')).not.toBeNull();
    await expect.element(screen.getByRole('button', { name: /^Posting/ })).toHaveFocus();
    paste(image('late.png'));
    release();
    await expect.poll(() => url()).toBe('/deals/500');
    expect(held.uploaded).toBe(0);
  });

  test('its fields can change again if it fails', async () => {
    const screen = await open('/post');
    await fillIn(screen);
    network.response = (request) =>
      request.method === 'POST' ? rejection(429, 'rate_limited') : postServer(request);
    await press(screen, 'Post the deal');
    await expect.element(screen.getByText(/^Too many requests/)).toBeVisible();
    await field(screen, 'Title').fill('Phone');
    await expect.element(field(screen, 'Title')).toHaveValue('Phone');
  });

  test('the user may leave, and stays there', async () => {
    const { screen, release } = await postAndLeave();
    const elsewhere = url();
    release();
    await expect.element(screen.getByText('Your deal is posted')).toBeVisible();
    expect(url()).toBe(elsewhere);
  });

  test('the form is empty afterwards if the user has opened it again', async () => {
    const { screen, release } = await postAndLeave();
    await screen.getByRole('button', { name: 'Back to the draft' }).click();
    await expect.element(field(screen, 'Title')).toHaveValue('Градски велосипед');
    release();
    await expect.element(screen.getByText('Your deal is posted')).toBeVisible();
    await expect.element(field(screen, 'Title')).toHaveValue('');
    await fillIn(screen);
    await press(screen, 'Post the deal');
    await expect.poll(() => url()).toBe('/deals/500');
    expect(new Set(postedIds()).size).toBe(2);
  });
});
