import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { countRowsRead } from '#test/rows-read.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { joinDefaultChannels } from '../members/member-rows.ts';
import { ChatSource } from './channel-source.ts';

const handle = useTestDatabase();
const clock = { now: () => Date.UTC(2026, 10, 22) };

test('versions of channels asked for one by one are read by one statement', async () => {
  const { database } = handle.current;
  const source = new ChatSource({ database, clock });
  const statements = vi.spyOn(database, 'selectFrom');
  await Promise.all(Array.from({ length: 100 }, () => source.versionsOf([randomUUID()])));
  expect(statements).toHaveBeenCalledOnce();
});

test('a node may hold more channels than a statement has parameters', async () => {
  const source = new ChatSource({ database: handle.current.database, clock });
  const many = Array.from({ length: 70_000 }, () => randomUUID());
  expect(await source.versionsOf(many)).toEqual(new Map());
});

test('the default channels are found without reading those of commented deals', async () => {
  const { database, connectionString } = handle.current;
  await sql`
    INSERT INTO channels (id, name, kind, created_at)
    SELECT gen_random_uuid(), '', 'deal', now() FROM generate_series(1, 2000)`.execute(database);
  await sql`ANALYZE channels`.execute(database);
  const userId = randomUUID();
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    VALUES (${userId}, 'Мария', 'maria@example.com', '', now())`.execute(database);
  const read = await countRowsRead(connectionString, 'channels', (counted) =>
    joinDefaultChannels(counted, userId, new Date(clock.now())),
  );
  expect(Math.max(...read)).toBeLessThan(10);
});
