import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listNotices, markNoticesRead } from '@izgodno/contract/notices/calls';
import { listSavedSearches, saveSearch } from '@izgodno/contract/saved-searches/calls';
import { createWebhook, listDeliveries } from '@izgodno/contract/webhooks/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp({ OUTGOING_ALLOW: '127.0.0.1' });

/** Adds new deals now. */
const appear = (...given: readonly Partial<NewDeal>[]): Promise<readonly number[]> => {
  users.current.time += 1_000;
  const at = new Date(users.current.time);
  return insertDeals(
    users.current.database.database,
    given.map((deal) => aDeal({ posted_at: at, created_at: at, category: 'sports', ...deal })),
  );
};

const save = async (who: Member, query = 'category=sports') => {
  const body = { query, name: query };
  return (await users.current.ask(saveSearch, { token: who.token, body })).savedSearch;
};

const match = async (): Promise<void> => {
  users.current.time += 1_000;
  await users.current.jobs.fire('saved-searches.match');
};

const notified = async (who: Member) => {
  const { notices } = await users.current.ask(listNotices, { token: who.token });
  return notices.map(({ content }) => content);
};

const counted = async (who: Member): Promise<readonly number[]> => {
  const { savedSearches } = await users.current.ask(listSavedSearches, { token: who.token });
  return savedSearches.map(({ matches }) => matches);
};

/** Runs `work` in a transaction that is committed only when these runs wait for it. */
const whileWaiting = async (
  work: ReturnType<typeof sql>,
  runs: readonly (() => Promise<void>)[],
): Promise<void> => {
  const { database } = users.current.database;
  let ended: Promise<unknown> = Promise.resolve();
  await database.transaction().execute(async (transaction) => {
    await work.execute(transaction);
    ended = Promise.all(runs.map((run) => run()));
    // Awaited below; a run that fails earlier must not end the process.
    ended.catch(() => {});
    await untilWaiting(database, runs.length);
  });
  await ended;
};

let first: Member;
let second: Member;
let third: Member;

/** Saves searches of the first member. */
const saveMany = async (count: number): Promise<void> => {
  const at = new Date(users.current.time);
  await users.current.database.database
    .insertInto('saved_searches')
    .values(
      Array.from({ length: count }, (_, index) => ({
        id: createUuidV7(at.getTime()),
        user_id: first.id,
        name: String(index),
        query: `category=home-garden&maxPrice=${100 + index}`,
        last_match_at: null,
        checked_at: at,
        created_at: at,
      })),
    )
    .execute();
};

/** The numbers of matches in the first member's notices. */
const storedCounts = async (): Promise<readonly (number | undefined)[]> => {
  const rows = await users.current.database.database
    .selectFrom('notices')
    .select('content')
    .where('user_id', '=', first.id)
    .execute();
  return rows.map(({ content }) => ('count' in content ? content.count : undefined));
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await match();
});
beforeEach(async () => {
  await users.current.database.database.deleteFrom('saved_searches').execute();
  first = await users.current.member();
  second = await users.current.member();
  third = await users.current.member();
});

describe('the matches of many searches', () => {
  test.each([
    ['search', (id: string) => sql`DELETE FROM saved_searches WHERE id = ${id}`],
    [
      'account',
      (id: string) => sql`
        DELETE FROM users WHERE id = (SELECT user_id FROM saved_searches WHERE id = ${id})`,
    ],
  ])('are stored although one %s is deleted meanwhile', async (_, deletion) => {
    await save(first);
    const { id } = await save(second);
    await save(third);
    const [deal] = await appear({});
    await whileWaiting(deletion(id), [match]);
    for (const who of [first, third])
      expect(await notified(who)).toMatchObject([{ count: 1, deals: [{ id: String(deal) }] }]);
  });

  test('are left out if the search is paused meanwhile', async () => {
    await save(first);
    const { id } = await save(second);
    await appear({});
    await whileWaiting(sql`UPDATE saved_searches SET paused = true WHERE id = ${id}`, [match]);
    expect(await notified(first)).toHaveLength(1);
    expect(await notified(second)).toEqual([]);
  });

  test('are stored although a webhook is deleted meanwhile', async () => {
    await save(first);
    await save(second);
    const body = { url: 'http://127.0.0.1:9/hook', events: ['search.matched'] };
    const { token } = first;
    const { webhook } = await users.current.ask(createWebhook, { token, body });
    await users.current.ask(createWebhook, { token: second.token, body });
    await appear({});
    await whileWaiting(sql`DELETE FROM webhooks WHERE id = ${webhook.id}`, [match]);
    expect(await notified(first)).toHaveLength(1);
    expect(await notified(second)).toHaveLength(1);
  });

  test('are notified once by two runs at the same time', async () => {
    await save(third);
    const { id } = await save(second);
    await save(first);
    await save(first, 'category=sports&maxPrice=500');
    const deals = await appear({}, {}, {});
    const lock = sql`SELECT FROM saved_searches WHERE id = ${id} FOR UPDATE`;
    await whileWaiting(lock, [match, match]);
    for (const [who, searches] of [
      [first, 2] as const,
      [second, 1] as const,
      [third, 1] as const,
    ]) {
      expect(await notified(who)).toMatchObject(
        Array.from({ length: searches }, () => ({
          count: 3,
          deals: [{ id: String(deals[2]) }, {}, {}],
        })),
      );
      expect(await counted(who)).toEqual(Array.from({ length: searches }, () => 3));
    }
  });

  test("leave out a member's own deals, which others get", async () => {
    await save(first);
    await save(second);
    const [own, other] = await appear({ seller_id: first.id }, {});
    await match();
    expect(await notified(first)).toMatchObject([{ count: 1, deals: [{ id: String(other) }] }]);
    expect(await notified(second)).toMatchObject([
      { count: 2, deals: [{ id: String(other) }, { id: String(own) }] },
    ]);
  });

  test('join the unread notices of their own searches, and publish one event to each member', async () => {
    const [wide, narrow] = [await save(first), await save(first, 'category=sports&maxPrice=50')];
    await save(second);
    await appear({ price_eur: 40_00 });
    await match();
    await users.current.ask(markNoticesRead, { token: second.token, body: {} });
    const publish = vi.spyOn(users.current.bus, 'publish');
    onTestFinished(() => publish.mockRestore());
    await appear({ price_eur: 30_00 }, { price_eur: 100_00 });
    await match();
    expect(await notified(first)).toHaveLength(2);
    expect(await notified(first)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          savedSearch: expect.objectContaining({ id: wide.id }),
          count: 3,
        }),
        expect.objectContaining({
          savedSearch: expect.objectContaining({ id: narrow.id }),
          count: 2,
        }),
      ]),
    );
    expect(await notified(second)).toMatchObject([{ count: 2 }, { count: 1 }]);
    const events = publish.mock.calls.filter(([, message]) =>
      JSON.stringify(message).includes('notice.created'),
    );
    expect(events.map(([, message]) => message)).toEqual(
      [first, second].map(({ id }) => expect.objectContaining({ userIds: [id] })),
    );
  });

  test('are recorded for the webhooks of their members', async () => {
    const { id } = await save(first);
    await save(first, 'category=sports&maxPrice=500');
    await save(second);
    const body = { url: 'http://127.0.0.1:9/hook', events: ['search.matched'] };
    const { token } = first;
    const { webhook } = await users.current.ask(createWebhook, { token, body });
    await appear({});
    await match();
    const params = { id: webhook.id };
    const { deliveries } = await users.current.ask(listDeliveries, { token, params });
    expect(deliveries.map(({ event }) => event)).toEqual(['search.matched', 'search.matched']);
    const bodies = await users.current.database.database
      .selectFrom('webhook_deliveries')
      .select('body')
      .where('webhook_id', '=', webhook.id)
      .execute();
    expect(bodies.filter((delivery) => delivery.body.includes(id))).toHaveLength(1);
  });
});

describe('more matches than one transaction stores', () => {
  test.each([
    { what: 'searches', searches: 700, deals: 1, before: 500 },
    { what: 'deals', searches: 7, deals: 1_000, before: 5 },
  ])(
    'are notified once, also after a kill amid them: $what',
    async ({ searches, deals, before }) => {
      const { database } = users.current.database;
      await saveMany(searches);
      await appear(...Array.from({ length: deals }, () => ({ category: 'home-garden' }) as const));
      await sql`CREATE FUNCTION kill() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'killed';
      END $$`.execute(database);
      await sql`CREATE TRIGGER kill BEFORE INSERT ON notices FOR EACH ROW
      WHEN (NEW.content -> 'savedSearch' ->> 'name' = ${sql.lit(String(searches - 1))})
      EXECUTE FUNCTION kill()`.execute(database);
      await expect(match()).rejects.toThrow('killed');
      await sql`DROP FUNCTION kill CASCADE`.execute(database);
      expect(await storedCounts()).toEqual(Array.from({ length: before }, () => deals));
      await match();
      await match();
      expect(await storedCounts()).toEqual(Array.from({ length: searches }, () => deals));
    },
  );
});
