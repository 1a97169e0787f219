import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { STATEMENT_LIMIT_MS } from './database.ts';
import { connectingTo } from './hosts.ts';

/** Thrown for a database that would silently handle Cyrillic text wrongly. */
export class DatabaseLocaleError extends Error {
  override readonly name = 'DatabaseLocaleError';
  readonly code = 'wrong-locale';
}

const encodingSchema = z.tuple([z.object({ encoding: z.string() })]);
const comparisonSchema = z.tuple([
  z.object({ lower: z.string(), matches: z.boolean(), ordered: z.boolean() }),
]);

const COMPARE_WORDS = `
  SELECT lower('ЩЪРКЕЛ') AS lower,
    'Щъркел' ILIKE 'щ_рк%' AS matches,
    'ябълка' > 'банан' AND 'ябълка' <> 'ягода' AND 'Ж' <> 'Щ' AS ordered`;

/**
 * Lets the database lower-case, match and order Bulgarian words. With the C locale or another
 * encoding the results are wrong without an error.
 *
 * @throws DatabaseLocaleError
 */
export const checkDatabaseLocale = async (connectionString: string): Promise<void> => {
  const { Client, ...target } = connectingTo(connectionString);
  const client = new Client({
    ...target,
    query_timeout: STATEMENT_LIMIT_MS,
    application_name: 'izgodno-locale-check',
  });
  // A lost connection rejects the query; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const [{ encoding }] = expectShape(
      encodingSchema,
      (await client.query(`SELECT current_setting('server_encoding') AS encoding`)).rows,
    );
    // The words themselves cannot be sent to a database with another encoding.
    const [compared] =
      encoding === 'UTF8'
        ? expectShape(comparisonSchema, (await client.query(COMPARE_WORDS)).rows)
        : [undefined];
    if (compared?.lower !== 'щъркел' || !compared.matches || !compared.ordered) {
      throw new DatabaseLocaleError(
        `The database has the encoding ${encoding} and a locale that does not know Cyrillic letters. Make it again with ENCODING 'UTF8' and the locale C.UTF-8 or another UTF-8 one.`,
      );
    }
  } finally {
    await client.end();
  }
};
