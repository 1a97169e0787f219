import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { findMessageAt } from '@izgodno/contract/chat/find-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
});

const seqAt = async (channelId: string, time: number): Promise<number | null> => {
  const query = { time: new Date(time).toISOString() };
  return (await maria.get(findMessageAt, { params: { channelId }, query })).seq;
};

describe('the first message from a time on', () => {
  test('is found for any time, however many share one; the last one for a later time', async () => {
    const { id } = await chat.current.channel(maria);
    expect(await seqAt(id, chat.current.session.time)).toBeNull();
    const times: number[] = [];
    for (const pause of [0, 1, 0, 0, 60, 0, 300, 1, 0]) {
      chat.current.session.time += pause * 1_000;
      times.push(Date.parse((await maria.say(id, 'х')).createdAt));
    }
    for (const time of times.flatMap((time) => [time - 1, time, time + 1])) {
      const first = times.findIndex((each) => each >= time);
      expect(await seqAt(id, time)).toBe(first === -1 ? times.length : first + 1);
    }
  });

  test('is found among thousands', async () => {
    const { id } = await chat.current.channel(maria);
    const { id: first, createdAt } = await maria.say(id, 'х');
    const { database } = chat.current.session.database;
    await sql`
      INSERT INTO messages SELECT (jsonb_populate_record(m, jsonb_build_object(
        'seq', number, 'id', gen_random_uuid(), 'client_id', gen_random_uuid(), 'version', number,
        'created_at', m.created_at + number * interval '1 second'))).*
      FROM messages AS m, generate_series(2, 5000) AS number WHERE m.id = ${first}
    `.execute(database);
    await sql`UPDATE channels SET last_seq = 5000 WHERE id = ${id}`.execute(database);
    const time = Date.parse(createdAt) + 3_210_000;
    expect([await seqAt(id, time), await seqAt(id, time + 1)]).toEqual([3210, 3211]);
  });
});
