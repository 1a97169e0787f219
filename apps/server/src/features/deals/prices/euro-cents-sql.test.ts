import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { convertMinor, currencies, MAX_PRICE_MINOR } from '@izgodno/contract/common/money';
import { useTestDatabase } from '#test/test-database.ts';
import { euroCentsSql } from './euro-cents-sql.ts';

const database = useTestDatabase();

test('the database converts amounts to euro cents as the code does', async () => {
  const amounts = [
    ...Array.from({ length: 2_000 }, (_, amount) => amount),
    ...Array.from({ length: 2_000 }, (_, amount) => MAX_PRICE_MINOR - amount),
  ];
  for (const currency of currencies) {
    const { rows } = await sql<{ cents: string }>`
      SELECT ${sql.raw(euroCentsSql('currency', 'amount'))}::text AS cents
        FROM (SELECT ${currency}::text AS currency) AS one,
             unnest(${amounts}::integer[]) WITH ORDINALITY AS given (amount, place)
       ORDER BY place`.execute(database.current.database);
    expect(rows.map(({ cents }) => Number(cents))).toEqual(
      amounts.map((amount) => convertMinor(amount, currency, 'EUR')),
    );
  }
});
