import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { profitshare } from '#features/sources/profitshare/profitshare.ts';
import { registerKind } from '#features/sources/registry/connector-kinds.ts';
import { findDueSources, findSource, putSource } from '#features/sources/registry/source-rows.ts';
import { runSource } from '#features/sources/schedule/run-source.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { bargainBoard } from './bargain-board.ts';

const database = useTestDatabase();
const startServer = useFeedServers();

const repository = new URL('../../../../', import.meta.url);

test('docs/adding-a-source.md shows exactly this connector', async () => {
  const [guide, code] = await Promise.all([
    readFile(new URL('docs/adding-a-source.md', repository), 'utf8'),
    readFile(new URL('./bargain-board.ts', import.meta.url), 'utf8'),
  ]);
  expect(guide).toContain(`\`\`\`ts\n${code}\`\`\``);
});

test("the guide's row is one of its kind, due now, with a commission", async () => {
  const guide = await readFile(new URL('docs/adding-a-source.md', repository), 'utf8');
  const [, insert = ''] = /```sql\n(.*?)```/s.exec(guide) ?? [];
  await database.current.pool.query(insert);
  const [due] = await findDueSources(database.current.database, new Date());
  const row = await findSource(database.current.database, due?.id ?? '');
  expect(row).toMatchObject({ kind: profitshare.name, commission: profitshare.commission });
  expect(profitshare.config.safeParse(row?.config).error).toBeUndefined();
});

test('one folder and one row make a source', async () => {
  const board = [
    [
      { id: 'a', title: 'Чайник', link: 'https://board.example/a', cents: 1_999 },
      { id: 'b', name: 'no title' },
    ],
    [{ id: 'c', title: 'Тостер', link: 'https://board.example/c', cents: 2_499 }],
  ];
  const baseUrl = await startServer((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://board').searchParams.get('page'));
    if (request.headers['x-key'] !== 'open sesame') response.writeHead(403).end();
    else
      response.end(JSON.stringify({ offers: board[page - 1], next: page < 2 ? page + 1 : null }));
  });
  const row = {
    id: 'bargain-board',
    name: 'Bargain Board',
    kind: 'bargain-board',
    group: 'other',
    commission: true,
    config: { baseUrl },
    everySeconds: 3_600,
  } as const;
  await putSource(database.current.database, row, new Date());

  const read = async (credentials: ReadonlyMap<string, string>) => {
    const kinds = new Map([['bargain-board', registerKind(bargainBoard)]]);
    const reader = createTestReader(database.current, { kinds, credentials });
    const { signal } = new AbortController();
    await runSource(reader, 'bargain-board', { allowShrink: false, asked: false, signal });
    return database.current.database
      .selectFrom('sources')
      .select(['status', 'status_reason'])
      .where('id', '=', 'bargain-board')
      .executeTakeFirstOrThrow();
  };
  expect(await read(new Map())).toEqual({ status: 'error', status_reason: 'CREDENTIAL_MISSING' });
  expect(await read(new Map([['BARGAIN_BOARD_KEY', 'wrong']]))).toMatchObject({
    status_reason: 'SOURCE_REFUSES',
  });
  expect(await read(new Map([['BARGAIN_BOARD_KEY', 'open sesame']]))).toEqual({
    status: 'healthy',
    status_reason: null,
  });

  const deals = await database.current.database
    .selectFrom('deals')
    .select(['external_id', 'title', 'price_amount'])
    .orderBy('external_id')
    .execute();
  expect(deals).toEqual([
    { external_id: 'a', title: 'Чайник', price_amount: 1_999 },
    { external_id: 'c', title: 'Тостер', price_amount: 2_499 },
  ]);
});
