import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { useTestDatabase } from '#test/test-database.ts';
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
