import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { withEmptyDatabase } from '#test/empty-database.ts';
import { migrate } from './migrate.ts';

const names = readdirSync(path.join(import.meta.dirname, '../../../migrations'))
  .map((file) => path.parse(file).name)
  .toSorted();

/** The last migration of 0.1.0; those of this release have higher numbers. */
const LAST_OF_PREVIOUS = '0148_claims';
const previous = names.filter((name) => name <= LAST_OF_PREVIOUS);
const later = names.filter((name) => name > LAST_OF_PREVIOUS);

/** The tables in `git grep -E 'selectAll|returningAll' 990735f9`. */
const readWhole = [
  'api_keys',
  'channel_members',
  'channels',
  'chat_statuses',
  'files',
  'import_rejections',
  'import_runs',
  'notice_preferences',
  'passkeys',
  'price_alerts',
  'saved_searches',
  'sessions',
  'sources',
  'totp_secrets',
  'users',
  'webhooks',
] as const;

let template = '';
beforeAll(async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: made, resolve: make } = Promise.withResolvers<string>();
  const lent = withEmptyDatabase(async (connectionString, name) => {
    await migrate(connectionString, { only: previous });
    make(name);
    await ended;
  });
  template = await Promise.race([made, lent.then(() => '')]);
  return async () => {
    end();
    await lent;
  };
});

const connect = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString });
  // The database is dropped with its connections.
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
};

/** Lends databases of 0.1.0: each test copies what one of them migrated. */
const withPreviousRelease = (use: (connectionString: string) => Promise<void>) =>
  withEmptyDatabase(use, template);

test('no migration fails what a node of 0.1.0 has prepared', () =>
  withPreviousRelease(async (connectionString) => {
    const node = await connect(connectionString);
    const failed: string[] = [];
    const readAll = async (name: string) => {
      for (const table of readWhole) {
        const statement = { name: table, text: `SELECT * FROM ${table}` };
        await node.query(statement).catch(() => failed.push(`${name}: ${table}`));
      }
    };
    await readAll('prepared');
    for (const name of later) {
      await migrate(connectionString, { only: [name] });
      await readAll(name);
    }
    expect(failed).toEqual([]);
  }));

test('what earlier versions of migrations stored in columns moves into the tables beside', () =>
  withPreviousRelease(async (connectionString) => {
    const moving = '0357_columns_beside';
    const client = await connect(connectionString);
    await client.query(`
      ALTER TABLE channel_members ADD COLUMN starred boolean NOT NULL DEFAULT false;
      ALTER TABLE channels ADD COLUMN readers_from_seq bigint;
      ALTER TABLE saved_searches ADD COLUMN added_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
      INSERT INTO users (id, name, email, password_hash, created_at)
        VALUES (gen_random_uuid(), 'Мария', 'maria@izgodno.example', '', now());
      INSERT INTO channels (id, kind, name, created_at, readers_from_seq)
        VALUES (gen_random_uuid(), 'public', 'Грамофони', now(), 7);
      INSERT INTO channel_members (channel_id, user_id, joined_at, starred)
        SELECT channels.id, users.id, now(), true FROM channels, users WHERE channels.name = 'Грамофони';
      INSERT INTO saved_searches (id, user_id, query, name, created_at, checked_at)
        SELECT gen_random_uuid(), id, 'q=грамофон', 'Музика', now(), now() FROM users;`);

    expect(await migrate(connectionString, { only: [moving] })).toEqual([moving]);

    const { rows } = await client.query(`
      SELECT from_seq::text, (SELECT count(*)::text FROM starred_channels) AS starred,
             (SELECT count(*)::text FROM saved_search_additions) AS added
        FROM channel_readers`);
    expect(rows).toEqual([{ from_seq: '7', starred: '1', added: '1' }]);
    const { rows: left } = await client.query(`
      SELECT FROM information_schema.columns
       WHERE column_name IN ('starred', 'readers_from_seq')
          OR table_name = 'saved_searches' AND column_name = 'added_xid'`);
    expect(left).toEqual([]);
  }));

/** One migration of `deals`. Milliseconds, short because nothing else uses the database of the test. */
const patience = { only: ['0226_popularity'], lockLimitMs: 100, pauseMs: 20 };

/** A backup that reads `deals`. */
const withBackup = (use: (connectionString: string, backup: Client) => Promise<void>) =>
  withPreviousRelease(async (connectionString) => {
    const backup = await connect(connectionString);
    await backup.query('BEGIN; SELECT FROM deals');
    await use(connectionString, backup);
  });

test('a migration gives way to readers while a backup is running, and ends after it', () =>
  withBackup(async (connectionString, backup) => {
    const reader = await connect(connectionString);
    const { promise: waits, resolve: say } = Promise.withResolvers<string>();
    const applied = migrate(connectionString, { say, ...patience });
    expect(await waits).toContain('waits for a table');

    // The limit rejects it if it is queued behind the migration for longer than that waits.
    await reader.query("SET lock_timeout = '3s'; SELECT FROM deals");
    await backup.query('COMMIT');

    expect(await applied).toEqual(patience.only);
  }));

test('a migration that waits in vain says why, and the next one finds it as before', () =>
  withBackup(async (connectionString, backup) => {
    await expect(migrate(connectionString, { ...patience, tries: 2 })).rejects.toThrow(
      'such as a backup',
    );
    await backup.query('COMMIT');
    expect(await migrate(connectionString, patience)).toEqual(patience.only);
  }));

test('a start that is stopped does not wait for a backup', () =>
  withBackup(async (connectionString) => {
    const stopped = new AbortController();
    const say = () => stopped.abort();
    const migration = migrate(connectionString, { say, signal: stopped.signal, ...patience });
    await expect(migration).rejects.toThrow('aborted');
  }));

test('a node does not count its wait for the migration of another one', () =>
  withBackup(async (connectionString, backup) => {
    const { promise: waits, resolve: say } = Promise.withResolvers<string>();
    const first = migrate(connectionString, { say, ...patience });
    await waits;
    const second = migrate(connectionString, { ...patience, tries: 1 });
    await expect.poll(() => advisoryWaits(backup)).toBe(1);
    await backup.query('COMMIT');
    expect(await first).toEqual(patience.only);
    expect(await second).toEqual([]);
  }));

const advisoryWaits = async (client: Client): Promise<number> => {
  const { rows } = await client.query(
    "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  );
  return rows.length;
};
