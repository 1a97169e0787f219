import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import {
  getNoticePreferences,
  unsubscribeTokenSchema,
  type ChannelsWanted,
} from '@izgodno/contract/notices/calls';
import { chosenKinds, laterChosenKinds } from '@izgodno/contract/notices/notice';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';
import { oneClickForms } from '#test/one-click-forms.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
let who: Member;

/** The kinds that are not mailed although they are by default. */
const stopped = async (): Promise<readonly string[]> => {
  const response = await users.current.ask(getNoticePreferences, { token: who.token });
  const preferences: Record<string, ChannelsWanted> = {
    ...response.preferences,
    ...response.laterPreferences,
  };
  const unmailed = new Set<string>([
    'no_longer_available',
    'channel_invitation',
    ...laterChosenKinds,
  ]);
  return chosenKinds.filter((kind) => preferences[kind]?.mail !== true && !unmailed.has(kind));
};

const post = (url: string) => users.current.app.inject({ method: 'POST', url });

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await users.current.jobs.fire('favorites.alert');
});

/** Sends a mail with two kinds of notice. Returns the token of its link. */
const mailTwoKinds = async (): Promise<string> => {
  const { database } = users.current.database;
  users.current.mails.length = 0;
  const ids = await insertDeals(database, [aDeal(), aDeal({ availability: 'out_of_stock' })]);
  for (const id of ids)
    await users.current.ask(addFavorite, { token: who.token, params: { id: String(id) } });
  await updateDeal(database, ids[0] ?? 0, { price_amount: 8_00, price_eur: 8_00 });
  await updateDeal(database, ids[1] ?? 0, { availability: 'in_stock' });
  await users.current.jobs.fire('favorites.alert');
  await users.current.jobs.fire('notices.deliver');
  const url = new URL(users.current.mails[0]?.unsubscribeUrl ?? '');
  return url.searchParams.get('token') ?? '';
};

beforeEach(async () => {
  who = await users.current.member();
});

test('a mail with two kinds of notice stops these two, also after another mail', async () => {
  const token = await mailTwoKinds();
  expect(await mailTwoKinds()).not.toBe('');
  expect(token).toMatch(/^[\w-]{43}\.(?:price_drop\.back_in_stock|back_in_stock\.price_drop)$/);
  expect(await post(`/api/notices/unsubscribe?token=${token}`)).toMatchObject({ statusCode: 200 });
  expect(await stopped()).toEqual(['price_drop', 'back_in_stock']);
});

test('the page names what it stops, and offers to stop everything', async () => {
  const token = await mailTwoKinds();
  const page = await users.current.app.inject(`/unsubscribe?token=${token}`);
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  for (const title of ['Цената падна', 'Отново в наличност', 'Available again'])
    expect(page.body).toContain(`<li>${title}</li>`);
  expect(page.body).not.toContain('Rate your purchase');
  const [, these = '', all = ''] = page.body.split('action="').map((part) => part.split('"')[0]);
  const response = await post(these);
  expect(response.body).toContain('<li>The price has dropped</li>');
  expect(response.body).not.toContain('Rate your purchase');
  expect(await stopped()).toEqual(['price_drop', 'back_in_stock']);
  expect((await post(all)).body).toContain('<li>Rate your purchase</li>');
  expect(await stopped()).toHaveLength(7);
});

test('the link of a mail with every kind fits', () => {
  const token = ['x'.repeat(43), ...chosenKinds].join('.');
  expect(unsubscribeTokenSchema.safeParse(token).success).toBe(true);
});

test('a link of an unknown kind stops nothing', async () => {
  const token = await mailTwoKinds();
  expect(await post(`/unsubscribe?token=${token}.x`)).toMatchObject({ statusCode: 404 });
  expect(await stopped()).toEqual([]);
});

test.for(oneClickForms)('mail programs stop mails by a form: $name', async (form) => {
  const url = `/api/notices/unsubscribe?token=${await mailTwoKinds()}`;
  const sent = (payload: string) =>
    users.current.app.inject({ method: 'POST', url, headers: form.headers, payload });
  // No program sends more than a line.
  expect(await sent('x'.repeat(100_000))).toMatchObject({ statusCode: 413 });
  expect(await stopped()).toEqual([]);
  expect(await sent(form.payload)).toMatchObject({ statusCode: 200 });
  expect(await stopped()).toEqual(['price_drop', 'back_in_stock']);
});
