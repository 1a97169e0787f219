import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { provideChatApp } from '#test/chat-app.ts';
import { somebody } from '#test/session-app.ts';
import { eraseBatch, type Erasure } from './erase-batch.ts';

const chat = provideChatApp();
const MANY = 2_500;

const database = () => chat.current.session.database.database;

beforeAll(async () => {
  await sql`
    CREATE TABLE written (xid xid8 NOT NULL DEFAULT pg_current_xact_id());
    CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO written DEFAULT VALUES; RETURN NULL; END';
    CREATE TRIGGER note_written AFTER UPDATE ON messages
      FOR EACH ROW EXECUTE FUNCTION note_written()`.execute(database());
});

/** How many messages each transaction has written since `work` began. */
const countWritten = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
  await sql`TRUNCATE written`.execute(database());
  await work();
  const { rows } = await sql`
    SELECT count(*)::integer AS count FROM written GROUP BY xid ORDER BY xid`.execute(database());
  return expectShape(z.array(z.object({ count: z.int() })), rows).map(({ count }) => count);
};

/** A channel in which the second of two users has many messages, and one that answers the first. */
const provideChannel = async () => {
  const [maria, georgi] = [await chat.current.someone(), await chat.current.someone()];
  const { id } = await chat.current.channel(maria, [georgi]);
  const asked = await maria.say(id, 'Чия е тази кана?');
  await georgi.say(id, 'Моя.', { replyTo: asked.id });
  await sql`
    WITH counted AS (
      UPDATE channels SET last_seq = last_seq + ${MANY}, version = version + ${MANY} WHERE id = ${id}
      RETURNING last_seq - ${MANY} AS seq
    )
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, created_at)
    SELECT ${id}, seq + i, seq + i, gen_random_uuid(), gen_random_uuid(), ${georgi.id}, 'Старо',
           ${new Date(chat.current.session.time)}
      FROM counted, generate_series(1, ${MANY}::int) AS i`.execute(database());
  return { id, georgi };
};

test('many messages of an account are erased in several transactions, each message once', async () => {
  const { id, georgi } = await provideChannel();
  const body = { currentPassword: somebody().password };
  const written = await countWritten(() => georgi.get(deleteAccount, { body }));
  const left = await database()
    .selectFrom('messages')
    .select('text')
    .distinct()
    .where('channel_id', '=', id)
    .execute();
  expect(left.map(({ text }) => text).toSorted()).toEqual(['', 'Чия е тази кана?']);
  // With the message that was answered, which counts its replies.
  expect(Math.max(...written)).toBeLessThanOrEqual(1_001);
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(MANY + 2);
});

test('a repetition of an interrupted erasure writes the rest, and none that was sent since', async () => {
  const { id, georgi } = await provideChannel();
  const now = new Date(chat.current.session.time);
  chat.current.session.time += 1_000;
  await georgi.say(id, 'Върнах се.');
  const all = { channelId: id, userId: georgi.id, now, until: now, after: null, limit: 2 * MANY };
  const erase = (erasure: Erasure) =>
    database()
      .transaction()
      .execute((transaction) => eraseBatch(transaction, erasure));
  const written = await countWritten(async () => {
    await erase({ ...all, limit: 1_000 });
    await erase(all);
    await erase(all);
  });
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(MANY + 2);
  const { rows } = await sql`
    SELECT text FROM messages WHERE channel_id = ${id} AND text <> '' ORDER BY seq`.execute(
    database(),
  );
  expect(rows).toEqual([{ text: 'Чия е тази кана?' }, { text: 'Върнах се.' }]);
});
