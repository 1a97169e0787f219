import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#schema/schema.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { compiled } from './compiled.ts';

const postgres = useTestDatabase();

interface Row {
  readonly text: string;
  readonly twice: string;
  readonly fixed: string;
  readonly ids: readonly number[] | null;
}

type Values = Readonly<Record<'text', string>> & Readonly<Record<'ids', readonly number[] | null>>;

test('each execution has its own values, in all their places; a value of the statement stays', async () => {
  let built = 0;
  const read = compiled((_: Database, { text, ids }: Values) => {
    built += 1;
    return {
      compile: () =>
        sql<Row>`SELECT ${text}::text AS text, ${text}::text || ${'!'}::text AS twice,
                        ${'text'}::text AS fixed, ${ids}::int[] AS ids`.compile(
          postgres.current.database,
        ),
    };
  });
  const { database } = postgres.current;
  const [first, second] = await Promise.all([
    read(database, { text: 'a', ids: [1, 2] }),
    read(database, { text: 'b', ids: null }),
  ]);
  expect(first).toEqual([{ text: 'a', twice: 'a!', fixed: 'text', ids: [1, 2] }]);
  expect(second).toEqual([{ text: 'b', twice: 'b!', fixed: 'text', ids: null }]);
  expect(built).toBe(1);
});

test('a statement is executed in the transaction it is given', async () => {
  const read = compiled((database: Database, { id }: Readonly<Record<'id', string>>) =>
    database.selectFrom('locations').select('id').where('id', '=', id),
  );
  const { database } = postgres.current;
  const insert = { id: 'here', name_bg: 'Тук', name_en: 'Here' };
  await expect(
    database.transaction().execute(async (transaction) => {
      await transaction.insertInto('locations').values(insert).execute();
      expect(await read(transaction, { id: 'here' })).toEqual([{ id: 'here' }]);
      expect(await read(database, { id: 'here' })).toEqual([]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
});
