import { beforeAll, expect, test } from 'vitest';
import type { Call } from '@izgodno/contract/common/call';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { reportDeal } from '@izgodno/contract/moderation/calls';
import { reportUser } from '@izgodno/contract/moderation/member-report-calls';
import { addFavorite, MAX_FAVORITES } from '@izgodno/contract/engagement/calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { addPushSubscription, MAX_PUSH_SUBSCRIPTIONS } from '@izgodno/contract/notices/calls';
import { CONTACTS_PER_HOUR, sendContact } from '@izgodno/contract/site/calls';
import { subscribeNewsletter, SUBSCRIPTIONS_PER_HOUR } from '@izgodno/contract/newsletter/calls';
import { MAX_SAVED_SEARCHES, saveSearch } from '@izgodno/contract/saved-searches/calls';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import type { SendOptions } from '#test/session-app.ts';

const users = provideUsersApp();
/** The number of concurrent calls. */
const AT_ONCE = 8;
const MOST_OPEN_REPORTS = 100;
const MOST_OPEN_MEMBER_REPORTS = 50;
const MAX_POSTS_A_DAY = 100;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

let member: Member;
let deals: readonly number[];

beforeAll(async () => {
  await insertSources(users.current.database.database);
  member = await users.current.member();
  deals = await insertDeals(
    users.current.database.database,
    numbers(MAX_FAVORITES + AT_ONCE).map(() => aDeal()),
  );
});

/** How many of the concurrent calls succeeded. */
const answered = async (
  call: Call,
  options: (n: number) => SendOptions,
  count = AT_ONCE,
): Promise<number> => {
  const { token } = member;
  const sent = numbers(count).map((n) => users.current.send(call, { token, ...options(n) }));
  return (await Promise.all(sent)).filter(({ statusCode }) => statusCode === 200).length;
};

const table = () => users.current.database.database;

test('saved searches', async () => {
  const most = MAX_SAVED_SEARCHES + 12;
  expect(
    await answered(
      saveSearch,
      (n) => ({ body: { query: `q=търсене${n}`, name: `Търсене ${n}` } }),
      most,
    ),
  ).toBe(MAX_SAVED_SEARCHES);
  const { query } = await table()
    .selectFrom('saved_searches')
    .select('query')
    .where('user_id', '=', member.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  users.current.time += MINUTE_MS;
  const again = { token: member.token, body: { query, name: 'Пак' } };
  expect(await users.current.rejection(saveSearch, again)).toMatchObject({
    code: 'validation_failed',
  });
});

test('favourites', async () => {
  const kept = deals.slice(0, MAX_FAVORITES - 3).map((deal_id) => ({
    user_id: member.id,
    deal_id,
    network: Buffer.alloc(1),
    created_at: new Date(users.current.time),
    known_amount: 1,
    known_currency: 'EUR' as const,
    known_price_eur: 1,
    known_in_stock: true,
    known_status: 'active' as const,
  }));
  await table().insertInto('favorites').values(kept).execute();
  const add = (n: number) => ({ params: { id: String(deals[MAX_FAVORITES + n]) } });
  expect(await answered(addFavorite, add)).toBe(3);
  const again = { params: { id: String(deals[0]) } };
  expect(await answered(addFavorite, () => again)).toBe(AT_ONCE);
});

test('reports that are open', async () => {
  const reports = deals.slice(0, MOST_OPEN_REPORTS - 3).map((deal_id, n) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    deal_id,
    reporter_id: member.id,
    reason: 'other' as const,
    note: '',
    created_at: new Date(users.current.time),
    resolved_at: null,
  }));
  await table().insertInto('deal_reports').values(reports).execute();
  const report = (n: number) => ({
    params: { id: String(deals[MOST_OPEN_REPORTS + n]) },
    body: { reason: 'other' },
  });
  expect(await answered(reportDeal, report)).toBe(3);
  const again = { params: { id: String(deals[0]) }, body: { reason: 'scam' } };
  expect(await answered(reportDeal, () => again)).toBe(AT_ONCE);
});

const reportOf = ({ id }: Member) => ({ params: { userId: id }, body: { reason: 'spam' } });

test('reports of members that are open', async () => {
  const { id: reporter_id } = member;
  for (let made = 0; made < MOST_OPEN_MEMBER_REPORTS - 1; made += 1) {
    const { id } = await users.current.member();
    const report = { user_id: id, subject_id: id, rating_id: null, reporter_id, note: '' };
    const times = { created_at: new Date(users.current.time), resolved_at: null };
    await table()
      .insertInto('member_reports')
      .values({ id, ...report, reason: 'other', ...times })
      .execute();
  }
  const [one, another] = [await users.current.member(), await users.current.member()];
  expect(await answered(reportUser, () => reportOf(one))).toBe(AT_ONCE);
  expect(await answered(reportUser, () => reportOf(another))).toBe(0);
});

const post = (n: number) => ({
  body: {
    title: `Велосипед ${n}`,
    description: 'Запазен, с нови гуми.',
    price: { amount: 25_000, currency: 'EUR' },
    category: 'sports',
    condition: 'good',
    tags: [],
  },
});

test('posts of a day', async () => {
  const posted_at = new Date(users.current.time);
  const posts = numbers(MAX_POSTS_A_DAY - 3).map(() => aDeal({ seller_id: member.id, posted_at }));
  await insertDeals(table(), posts);
  expect(await answered(createDeal, post)).toBe(3);
});

test('messages of the contact page', async () => {
  const body = { name: 'Мила', email: 'mila@example.com', text: 'Здравейте, имам въпрос.' };
  const most = CONTACTS_PER_HOUR + AT_ONCE;
  expect(await answered(sendContact, () => ({ body }), most)).toBe(CONTACTS_PER_HOUR);
});

test('confirmations of the newsletter', async () => {
  const most = SUBSCRIPTIONS_PER_HOUR + AT_ONCE;
  expect(
    await answered(
      subscribeNewsletter,
      (n) => ({ body: { email: `reader-${n}@izgodno.example`, language: 'bg' } }),
      most,
    ),
  ).toBe(SUBSCRIPTIONS_PER_HOUR);
});

const subscriptionOf = (n: number) => ({
  body: {
    endpoint: `https://fcm.googleapis.com/fcm/send/${n}`,
    keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  },
});

test('browsers that notices are pushed to', async () => {
  await answered(addPushSubscription, subscriptionOf, MAX_PUSH_SUBSCRIPTIONS + AT_ONCE);
  const { kept } = await table()
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow();
  expect(kept).toBe(MAX_PUSH_SUBSCRIPTIONS);
});
