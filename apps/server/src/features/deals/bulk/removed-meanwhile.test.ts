import type { PoolClient } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { applyStatus } from '../status/change-status.ts';
import { applyRows } from './apply-rows.ts';
import { expireStale } from './end-offers.ts';
import { draftDefaults, type MappedDeal } from './mapped-deal.ts';
import { createStaging } from './staging.ts';

const testDatabase = useTestDatabase();
beforeAll(() => insertSources(testDatabase.current.database));

const offer: MappedDeal = {
  ...draftDefaults,
  externalId: 'offer-1',
  title: 'Coffee machine',
  link: 'https://shop.example.bg/1',
  category: 'other',
  condition: 'new',
  amount: 100,
  currency: 'EUR',
};

const connect = async (): Promise<PoolClient> => {
  const client = await testDatabase.current.pool.connect();
  onTestFinished(() => client.release());
  return client;
};

const stage = async (client: PoolClient, deal: MappedDeal): Promise<void> => {
  const staging = await createStaging(client, 'shop', () => ({ brandSlug: null, kind: null }));
  await staging.add([deal]);
};

const apply = (client: PoolClient) =>
  applyRows(client, 'shop', { from: 0, to: 1, stampChecked: false });

/** Imports a deal, and returns its id. */
const present = async (client: PoolClient, externalId: string): Promise<number> => {
  await stage(client, { ...offer, externalId });
  await apply(client);
  const { id } = await testDatabase.current.database
    .selectFrom('deals')
    .select('id')
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow();
  return id;
};

/** A moderator removes the deal, and the work of its source, which waits for that, is done. */
const removeDuring = async (id: number, work: () => Promise<unknown>) => {
  const { database } = testDatabase.current;
  const done = await database.transaction().execute(async (transaction) => {
    const remove = { kind: 'delete', by: 'moderator' } as const;
    await applyStatus({ transaction, bus: createInProcessBus() }, id, remove, Date.now());
    const worked = work();
    await untilWaiting(database, 1);
    return { worked };
  });
  await done.worked;
  return database
    .selectFrom('deals')
    .select(['status', 'price_amount as amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
};

test('a deal that a moderator removes while its change is applied stays removed', async () => {
  const client = await connect();
  const id = await present(client, offer.externalId);
  await stage(client, { ...offer, amount: 90 });
  expect(await removeDuring(id, () => apply(client))).toEqual({ status: 'deleted', amount: 100 });
});

test('a deal that a moderator removes while it expires stays removed, and all others expire', async () => {
  const { database } = testDatabase.current;
  const client = await connect();
  const id = await present(client, 'offer-2');
  // More than are expired at once.
  for (const part of ['a', 'b']) {
    const names = Array.from({ length: 3_000 }, (_, index) => `${part}-${index}`);
    await insertDeals(
      database,
      names.map((name) => aDeal({ external_id: name })),
    );
  }
  const { signal } = new AbortController();
  await client.query(`UPDATE sources SET sweep_started_at = now() WHERE id = 'shop'`);
  const expire = () => expireStale(client, 'shop', { keepMs: 0, held: [] }, signal);
  expect(await removeDuring(id, expire)).toEqual({ status: 'deleted', amount: 100 });
  const left = await database.selectFrom('deals').select('status').distinct().execute();
  expect(left.map(({ status }) => status).toSorted()).toEqual(['deleted', 'expired']);
});
