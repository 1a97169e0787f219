import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '#test/test-database.ts';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { NoticeDraft } from './notice-publisher.ts';
import { leaveOutBlocked } from './blocked-deals.ts';

const provided = useTestDatabase();
const [reader, other, seller] = [createUuidV7(1), createUuidV7(2), createUuidV7(3)];
let own: number;
let foreign: number;

beforeAll(async () => {
  const { database } = provided.current;
  await insertSources(database);
  await database
    .insertInto('users')
    .values(
      [reader, other, seller].map((id) => ({
        id,
        name: 'Мария',
        email: `${id}@izgodno.example`,
        password_hash: '',
        created_at: new Date(),
      })),
    )
    .execute();
  [own = 0, foreign = 0] = await insertDeals(database, [
    aDeal({ title: 'на блокирания' }),
    aDeal({ title: 'на друг' }),
  ]);
  await updateDeal(database, own, { seller_id: seller });
  await database
    .insertInto('person_blocks')
    .values({ blocker_id: reader, blocked_id: seller, created_at: new Date() })
    .execute();
});

const search = (userId: string, dealIds: readonly number[]): NoticeDraft => ({
  userId,
  occasion: 'a',
  about: { kind: 'saved_search', savedSearch: { id: 's', name: 's', query: '' }, dealIds },
});
const back = (userId: string, dealId: number): NoticeDraft => ({
  userId,
  occasion: 'b',
  about: { kind: 'back_in_stock', dealId },
});

test('notices leave out deals of blocked users, and nothing else', async () => {
  const stored = await provided.current.database
    .transaction()
    .execute((transaction) =>
      leaveOutBlocked(transaction, [
        back(reader, own),
        back(reader, foreign),
        back(other, own),
        search(reader, [own]),
        search(reader, [own, foreign]),
        search(other, [own, foreign]),
      ]),
    );
  expect(stored).toEqual([
    back(reader, foreign),
    back(other, own),
    search(reader, [foreign]),
    search(other, [own, foreign]),
  ]);
});
