import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listEngagement, voteOnDeal, type VoteValue } from '@izgodno/contract/engagement/calls';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { countRowsHandled } from '#test/rows-read.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
const database = () => users.current.database.database;
let seller: Member;
let ana: Member;

const insert = async (given: Partial<NewDeal> = {}): Promise<string> => {
  const [id] = await insertDeals(database(), [aDeal(given)]);
  return String(id);
};

/** A user whose account has this age in days. */
const aged = async (days: number, role?: 'moderator' | 'admin'): Promise<Member> => {
  const who = await users.current.member(role);
  await database()
    .updateTable('users')
    .set({ created_at: new Date(users.current.time - days * DAY_MS) })
    .where('id', '=', who.id)
    .execute();
  return who;
};

const vote = (id: string, who: Member, value: VoteValue, ip = '198.51.100.1') =>
  users.current.ask(voteOnDeal, { token: who.token, params: { id }, body: { value }, ip });

const rejection = (id: string, who: Member, body: object = { value: 1 }) =>
  users.current.rejection(voteOnDeal, { token: who.token, params: { id }, body });

const temperatureOf = async (id: string) =>
  (await users.current.ask(getDeal, { params: { id } })).deal.temperature;

beforeAll(() => insertSources(database()));
beforeEach(async () => {
  // Sessions end, and one IP registers a limited number of users an hour.
  users.current.time += HOUR_MS;
  seller = await aged(90);
  ana = await aged(90);
});

describe('a vote', () => {
  test('is one a person: it can be changed and taken back, and repeating it changes nothing', async () => {
    const id = await insert();
    expect(await vote(id, ana, 1)).toMatchObject({ temperature: 10, votes: 1, vote: 1 });
    expect(await vote(id, ana, 1)).toMatchObject({ temperature: 10, votes: 1 });
    expect(await vote(id, ana, -1)).toMatchObject({ temperature: -10, votes: 1, vote: -1 });
    const { marks } = await users.current.ask(listEngagement, {
      token: ana.token,
      query: { ids: [id] },
    });
    expect(marks).toMatchObject([{ id, vote: -1, liked: false }]);
    expect(await vote(id, ana, 0)).toMatchObject({ temperature: 0, votes: 0, vote: 0 });
  });

  test('counts once each when many race', async () => {
    const id = await insert();
    const voters = await Promise.all([1, 2, 3, 4, 5].map(() => aged(90)));
    await Promise.all(
      voters.flatMap((who, index) =>
        [1, -1, 1].map((value) => vote(id, who, value === 1 ? 1 : -1, `198.51.100.${index}`)),
      ),
    );
    await Promise.all(voters.map((who, index) => vote(id, who, 1, `198.51.100.${index}`)));
    expect(await temperatureOf(id)).toBe(50);
  });

  test('of a young account weighs less', async () => {
    const [id, other] = [await insert(), await insert()];
    expect(await vote(id, await aged(0), 1)).toMatchObject({ temperature: 1 });
    expect(await vote(other, await aged(15), 1)).toMatchObject({ temperature: 5 });
  });

  test('of one network counts as one, in both directions', async () => {
    const id = await insert();
    for (let index = 0; index < 3; index += 1) await vote(id, await aged(90), -1, '192.0.2.1');
    expect(await temperatureOf(id)).toBe(-10);
    await vote(id, ana, 1, '192.0.2.2');
    expect(await temperatureOf(id)).toBe(0);
  });

  test('counts for half after three days', async () => {
    const id = await insert();
    await vote(id, ana, 1);
    users.current.time += 3 * DAY_MS;
    await users.current.jobs.fire('deals.decay-temperatures');
    expect(await temperatureOf(id)).toBe(5);
    users.current.time += 60 * DAY_MS;
    await users.current.jobs.fire('deals.decay-temperatures');
    expect(await temperatureOf(id)).toBe(0);
    users.current.time -= 63 * DAY_MS;
  });

  test('on any offer counts for the product, once a person', async () => {
    const shown = await insert();
    const other = await insert({ represented_by: Number(shown) });
    expect(await vote(other, ana, 1)).toMatchObject({ temperature: 10 });
    expect(await temperatureOf(shown)).toBe(10);
    await vote(shown, ana, 1);
    expect(await temperatureOf(shown)).toBe(10);
  });

  test('of a suspended user does not count', async () => {
    const id = await insert();
    const who = await aged(90);
    await vote(id, who, 1);
    await database()
      .insertInto('suspensions')
      .values({ user_id: who.id, reason: 'spam', began_at: new Date(users.current.time) })
      .execute();
    await users.current.jobs.fire('deals.decay-temperatures');
    expect(await temperatureOf(id)).toBe(0);
  });
});

describe('rejects', () => {
  test.each(['member', 'moderator', 'admin'] as const)(
    'a %s only on their own deal',
    async (role) => {
      const who = role === 'member' ? await aged(90) : await aged(90, role);
      const own = await insert({ source_id: 'board', seller_id: who.id });
      expect(await rejection(own, who)).toMatchObject({ status: 403, code: 'forbidden' });
      const id = await insert({ source_id: 'board', seller_id: seller.id });
      expect(await vote(id, who, 1)).toMatchObject({ vote: 1 });
    },
  );

  test('users who are not signed in', async () => {
    const params = { id: await insert() };
    expect(await users.current.rejection(voteOnDeal, { params, body: { value: 1 } })).toMatchObject(
      { status: 401, code: 'unauthenticated' },
    );
  });

  test.each(['sold', 'expired'] as const)('votes on a deal that is %s', async (status) => {
    expect(await rejection(await insert({ status }), ana)).toMatchObject({
      status: 409,
      code: 'status_conflict',
    });
  });

  test('votes on a removed deal, and on one that never was', async () => {
    const removed = await insert({ status: 'deleted', deleted_at: '2026-05-02T10:00:00Z' });
    for (const id of [removed, '999999999'])
      expect(await rejection(id, ana)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each([2, -2, 0.5, '1', null])('the value %s', async (value) => {
    expect(await rejection(await insert(), ana, { value })).toEqual({
      status: 400,
      code: 'validation_failed',
      fields: ['value'],
    });
  });
});

test('votes are in the export of the account', async () => {
  const id = await insert({ title: 'Грамофон' });
  const who = await aged(90);
  await vote(id, who, -1);
  const { votes } = await users.current.ask(exportAccount, { token: who.token });
  expect(votes).toMatchObject([{ dealId: id, title: 'Грамофон', value: -1 }]);
});

const statementSchema = z.object({
  text: z.string(),
  values: z.optional(z.array(z.unknown())),
});

test('temperatures of many deals change without comparing each with each', async () => {
  const ids = await insertDeals(
    database(),
    Array.from({ length: 300 }, () => aDeal()),
  );
  await sql`
    INSERT INTO deal_votes (deal_id, user_id, value, network, created_at)
    SELECT deal_id, ${ana.id}::uuid, 1, '', ${new Date(users.current.time)}
      FROM unnest(${ids}::bigint[]) AS deal_id`.execute(database());
  const query = vi.spyOn(Client.prototype, 'query');
  await users.current.jobs.fire('deals.decay-temperatures');
  const statements = query.mock.calls.flatMap(([given]: readonly unknown[]) => {
    const { data } = statementSchema.safeParse(given);
    return data?.text.startsWith('update "deals" set "temperature"') ? [data] : [];
  });
  query.mockRestore();
  expect(statements).not.toEqual([]);
  const client = await users.current.database.pool.connect();
  for (const { text, values = [] } of statements) {
    await client.query('BEGIN');
    expect(await countRowsHandled(client, text, values)).toBeLessThan(10 * ids.length);
    await client.query('ROLLBACK');
  }
  client.release();
  expect(await temperatureOf(String(ids.at(-1)))).toBe(10);
});
