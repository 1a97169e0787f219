import { insertSignedIn } from '../insert-signed-in.ts';
import { insertFile } from '../insert-file.ts';
import type { Database } from '#schema/schema.ts';
import { createThings, type World } from './play.ts';

const users = [
  ['owner', 'member'],
  ['other', 'member'],
  ['spare', 'member'],
  ['moderator', 'moderator'],
  ['admin', 'admin'],
] as const;

interface Given {
  readonly run: string;
  readonly shopDeal: number | undefined;
  readonly searchId: string;
}

/** New users with what no call makes: a file, a watched page, and a link that stops mails. */
export const createWorld = async (
  database: Database,
  { run, shopDeal, searchId }: Given,
  mailed: () => string,
): Promise<World> => {
  const known = new Map([
    ['run', run],
    ['source', `feed-${run}`],
    ['shop-deal', String(shopDeal)],
    ['job', crypto.randomUUID()],
    ['search-id', searchId],
    ['unsubscribe-token', `stop-${run}`],
  ]);
  for (const [name, role] of users) {
    const { id, token } = await insertSignedIn(database, role, Date.now(), {
      name: name === 'other' ? `Зора ${run}` : 'Some Body',
    });
    for (const [key, value] of [
      [name, id],
      [`${name}-token`, token],
      [`${name}-mail`, `${id}@x.bg`],
    ] as const)
      known.set(key, value);
  }
  const ownerId = known.get('owner') ?? '';
  const at = new Date();
  known.set('file', await insertFile(database, { ownerId, at: at.getTime() }));
  await database
    .insertInto('unsubscribe_tokens')
    .values({ user_id: ownerId, token: `stop-${run}` })
    .execute();
  const price = { price_amount: 10_00, price_currency: 'EUR' } as const;
  const { id } = await database
    .insertInto('watched_pages')
    .values({
      url: `https://shop.example/${run}`,
      key: run,
      title: 'Колело',
      merchant: 'Магазин',
      ...price,
      in_stock: true,
      read_at: at,
      due_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('page_watches')
    .values({
      user_id: ownerId,
      page_id: id,
      first_amount: 10_00,
      first_currency: 'EUR',
      created_at: at,
    })
    .execute();
  known.set('watched', String(id));
  return createThings(Object.fromEntries(known), mailed);
};
