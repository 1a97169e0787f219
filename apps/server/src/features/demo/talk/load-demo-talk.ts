import type { Transaction } from 'kysely';
import type { Reaction } from '@izgodno/contract/chat/message';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { TextWords } from '#features/search/api.ts';
import { demoChannels, demoPeople, type DemoChannel, type DemoLine } from './demo-talk.ts';
import { insertMember } from '#features/chat/api.ts';

/** The demo users' accounts are older than their first message. */
const JOINED_MINUTES_AGO = 10_000;

type People = ReadonlyMap<string, { readonly id: string; readonly name: string }>;

export interface DemoTalkOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly words: TextWords;
  /** The hash of an unknown password, because demo users do not sign in. */
  readonly passwordHash: string;
}

const makePeople = async (
  transaction: Transaction<Schema>,
  at: Date,
  passwordHash: string,
): Promise<People> => {
  const people = Object.entries(demoPeople).map(([key, name]) => ({
    key,
    id: createUuidV7(at.getTime()),
    name,
  }));
  await transaction
    .insertInto('users')
    .values(
      people.map(({ key, id, name }) => ({
        id,
        name,
        email: `${key}@demo.izgodno.example`,
        password_hash: passwordHash,
        created_at: at,
      })),
    )
    .execute();
  return new Map(people.map(({ key, id, name }) => [key, { id, name }]));
};

const findOrMakeChannel = async (
  transaction: Transaction<Schema>,
  { name, topic }: DemoChannel,
  at: Date,
): Promise<string | null> => {
  if (name === null) {
    const general = await transaction
      .updateTable('channels')
      .set({ topic })
      .where('is_default', '=', true)
      .where('last_seq', '=', 0)
      .returning('id')
      .executeTakeFirst();
    return general?.id ?? null;
  }
  const id = createUuidV7(at.getTime());
  const made = await transaction
    .insertInto('channels')
    .values({
      id,
      name,
      kind: 'public',
      topic,
      direct_key: null,
      created_by: null,
      created_at: at,
      archived_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
};

const reactionsOf = (line: DemoLine, people: People): Reaction[] =>
  Object.entries(line.reactions ?? {}).map(([emoji, keys]) => ({
    emoji,
    count: keys.length,
    userIds: keys.flatMap((key) => people.get(key)?.id ?? []),
  }));

const fillChannel = async (
  transaction: Transaction<Schema>,
  channelId: string,
  lines: readonly DemoLine[],
  context: { readonly people: People; readonly now: number; readonly words: TextWords },
): Promise<void> => {
  const { people, now, words } = context;
  for (const [index, line] of lines.entries()) {
    const sender = people.get(line.by);
    if (sender === undefined) continue;
    const at = new Date(now - line.minutesAgo * MINUTE_MS);
    const id = createUuidV7(at.getTime());
    const reactions = reactionsOf(line, people);
    await transaction
      .insertInto('messages')
      .values({
        channel_id: channelId,
        seq: index + 1,
        version: index + 1,
        id,
        client_id: createUuidV7(at.getTime()),
        sender_id: sender.id,
        text: line.text,
        search_words: words.index(line.text),
        reactions: JSON.stringify(reactions),
        thread_id: null,
        created_at: at,
        edited_at: null,
        deleted_at: null,
        pinned_at: null,
      })
      .execute();
    const given = reactions.flatMap(({ emoji, userIds }) =>
      userIds.map((userId) => ({
        channel_id: channelId,
        message_id: id,
        user_id: userId,
        emoji,
        created_at: at,
      })),
    );
    if (given.length > 0) await transaction.insertInto('message_reactions').values(given).execute();
  }
  await transaction
    .updateTable('channels')
    .set({ last_seq: lines.length, version: lines.length })
    .where('id', '=', channelId)
    .execute();
};

/**
 * Stores the demo conversations, all or nothing; existing channels of the same names stay
 * unchanged.
 */
export const loadDemoTalk = (options: DemoTalkOptions): Promise<void> => {
  const { database, clock, words, passwordHash } = options;
  return database.transaction().execute(async (transaction) => {
    const now = clock.now();
    const joined = new Date(now - JOINED_MINUTES_AGO * MINUTE_MS);
    const people = await makePeople(transaction, joined, passwordHash);
    for (const channel of demoChannels) {
      const channelId = await findOrMakeChannel(transaction, channel, joined);
      if (channelId === null) continue;
      for (const { id } of people.values())
        await insertMember(transaction, channelId, id, { role: 'member', at: joined });
      await fillChannel(transaction, channelId, channel.lines, { people, now, words });
    }
  });
};
