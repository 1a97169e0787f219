import { beforeAll, describe, expect, test } from 'vitest';
import { liftSuspension, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { addFavorite, likeDeal, viewDeal } from '@izgodno/contract/engagement/calls';
import { changeDealStatus, createDeal, deleteDeal } from '@izgodno/contract/posts/calls';
import { DASHBOARD_DAYS, getDashboard } from '@izgodno/contract/dashboard/calls';
import {
  getProfile,
  getSeller,
  getSettings,
  updateProfile,
  updateSettings,
} from '@izgodno/contract/profiles/calls';
import { insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { NAME_CHANGES_PER_DAY } from './api.ts';

const users = provideUsersApp();

const post = async (who: Member, title = 'Китара') => {
  const { deal } = await users.current.ask(createDeal, {
    token: who.token,
    body: { title, price: { amount: 50_00, currency: 'EUR' }, category: 'music-instruments' },
  });
  return deal.id;
};
const update = (who: Member, body: object) =>
  users.current.ask(updateProfile, { token: who.token, body });

beforeAll(() => insertSources(users.current.database.database));

describe('a profile', () => {
  test('changes the given fields and keeps the rest', async () => {
    const who = await users.current.member();
    await update(who, { about: 'Продавам\r\nкитари', location: 'varna' });
    const { profile } = await update(who, { name: '  Иван   Иванов ' });
    expect(profile).toMatchObject({
      name: 'Иван Иванов',
      email: who.email,
      about: 'Продавам\nкитари',
      avatar: null,
      location: { id: 'varna', name: { bg: 'Варна', en: 'Varna' } },
    });
    const read = await users.current.ask(getProfile, { token: who.token });
    expect(read.profile).toEqual(profile);
  });

  test.for([
    [{ location: 'atlantis' }, 'location'],
    [{ avatar: '0190f2d4-0000-7000-8000-000000000000' }, 'avatar'],
    [{ about: 'x'.repeat(1_001) }, 'about'],
    [{ name: 'x' }, 'name'],
  ] as const)('rejects %j', async ([body, field]) => {
    const who = await users.current.member();
    expect(await users.current.rejection(updateProfile, { token: who.token, body })).toMatchObject({
      status: 400,
      fields: [field],
    });
  });

  test('with the same name changes no deals, and a name changes a few times a day', async () => {
    const who = await users.current.member();
    const id = await post(who);
    const version = async () =>
      (
        await users.current.database.database
          .selectFrom('deals')
          .select('change_seq')
          .where('id', '=', Number(id))
          .executeTakeFirstOrThrow()
      ).change_seq;
    const before = await version();
    for (let count = 0; count < 2 * NAME_CHANGES_PER_DAY; count += 1)
      await update(who, { name: who.name, about: `${count}` });
    expect(await version()).toBe(before);

    for (let count = 0; count < NAME_CHANGES_PER_DAY; count += 1)
      await update(who, { name: `Име ${count}` });
    const body = { name: 'Още едно' };
    expect(await users.current.rejection(updateProfile, { token: who.token, body })).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    await update(who, { about: 'Пак аз' });
  });

  test('the role and the email are not fields of a profile', async () => {
    const who = await users.current.member();
    await update(who, { role: 'admin', email: 'other@izgodno.example' });
    const { role, email } = await users.current.database.database
      .selectFrom('users')
      .select(['role', 'email'])
      .where('id', '=', who.id)
      .executeTakeFirstOrThrow();
    expect(role).toBe('member');
    expect(email).not.toBe('other@izgodno.example');
  });

  test("a new name is shown on the owner's deals, in lists too", async () => {
    const who = await users.current.member();
    const id = await post(who, 'Единствен саксофон');
    const list = () => users.current.ask(listDeals, { query: { q: 'единствен саксофон' } });
    await list();
    await update(who, { name: 'Нов Име' });
    expect((await list()).items[0]?.seller?.name).toBe('Нов Име');
    const { deal } = await users.current.ask(getDeal, { params: { id } });
    expect(deal.seller).toEqual({ id: who.id, name: 'Нов Име' });
  });
});

describe('the public page of a member', () => {
  test('shows public data only, and no more than the user chose', async () => {
    const who = await users.current.member();
    await update(who, { location: 'sofia' });
    await post(who);
    const sold = await post(who);
    await users.current.ask(changeDealStatus, {
      token: who.token,
      params: { id: sold },
      body: { status: 'sold' },
    });
    const read = async () =>
      (await users.current.ask(getSeller, { params: { id: who.id } })).seller;
    expect(await read()).toEqual({
      id: who.id,
      name: who.name,
      about: '',
      avatarUrl: null,
      location: { id: 'sofia', name: { bg: 'София', en: 'Sofia' } },
      memberSince: '2026-11-01',
      activeDeals: 1,
      soldDeals: 1,
    });
    await users.current.ask(updateSettings, {
      token: who.token,
      body: { showLocation: false, showSoldCount: false },
    });
    expect(await read()).toMatchObject({ location: null, soldDeals: null });
  });

  test('shows nothing that the user wrote while they are suspended, or after its removal', async () => {
    const [who, admin] = [await users.current.member(), await users.current.member('admin')];
    const shown = { about: 'Купи хапчета', location: { id: 'sofia' } };
    await update(who, { about: shown.about, location: 'sofia' });
    const params = { userId: who.id };
    const act = async (removeContent?: boolean) => {
      const body = { reason: 'Спам' };
      await (removeContent === undefined
        ? users.current.ask(liftSuspension, { token: admin.token, params, body })
        : users.current.ask(suspendUser, {
            token: admin.token,
            params,
            body: { ...body, removeContent },
          }));
      return (await users.current.ask(getSeller, { params: { id: who.id } })).seller;
    };
    expect(await act(false)).toMatchObject({ about: '', avatarUrl: null, location: null });
    expect(await act()).toMatchObject(shown);
    expect(await act(true)).toMatchObject({ about: '', location: null });
    expect(await act()).toMatchObject({ ...shown, about: '' });
  });

  test('does not exist for an unknown user', async () => {
    expect(
      await users.current.rejection(getSeller, {
        params: { id: '0190f2d4-0000-7000-8000-000000000000' },
      }),
    ).toMatchObject({ status: 404 });
  });
});

test('settings have defaults and are changed one by one', async () => {
  const who = await users.current.member();
  const read = async () => (await users.current.ask(getSettings, who)).settings;
  const defaults = await read();
  expect(defaults).toEqual({
    language: null,
    theme: null,
    showLev: true,
    showLocation: true,
    showSoldCount: true,
  });
  await users.current.ask(updateSettings, { token: who.token, body: { language: 'bg' } });
  await users.current.ask(updateSettings, { token: who.token, body: { showLev: false } });
  expect(await read()).toEqual({ ...defaults, language: 'bg', showLev: false });
});

test('the dashboard counts the same deals in total and day by day', async () => {
  const who = await users.current.member();
  const [id, deleted] = [await post(who), await post(who)];
  for (const each of [id, deleted]) await users.current.ask(viewDeal, { params: { id: each } });
  await users.current.ask(deleteDeal, { token: who.token, params: { id: deleted } });
  const { totals, days } = await users.current.ask(getDashboard, { token: who.token });
  expect(totals.views).toBe(1);
  expect(days.reduce((sum, { views }) => sum + views, 0)).toBe(1);
});

test('the dashboard counts the engagement with own deals, day by day', async () => {
  const [who, fan] = [await users.current.member(), await users.current.member()];
  const id = await post(who);
  const params = { id };
  await users.current.ask(viewDeal, { params, token: fan.token });
  await users.current.ask(likeDeal, { params, token: fan.token });
  users.current.time += 24 * 60 * 60_000;
  const again = await users.current.login({
    name: fan.name,
    email: fan.email,
    password: 'zebra-lamp-4217',
  });
  await users.current.ask(addFavorite, { params, token: again.accessToken });
  await users.current.ask(viewDeal, { params, ip: '203.0.113.9' });
  const { accessToken } = await users.current.login({
    name: who.name,
    email: who.email,
    password: 'zebra-lamp-4217',
  });
  const { totals, days, unreadNotices } = await users.current.ask(getDashboard, {
    token: accessToken,
  });
  expect(totals).toEqual({ activeDeals: 1, views: 2, likes: 1, favorites: 1 });
  expect(days).toHaveLength(DASHBOARD_DAYS);
  expect(days.slice(-2)).toEqual([
    { date: '2026-11-21', views: 1, likes: 1, favorites: 0 },
    { date: '2026-11-22', views: 1, likes: 0, favorites: 1 },
  ]);
  expect(unreadNotices).toBe(0);
});
