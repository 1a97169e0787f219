import { MINUTE_MS } from '@izgodno/contract/common/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { TextWords } from '#features/search/api.ts';
import { insertUser } from '#features/accounts/api.ts';
import { storeChannelHistory } from '#features/chat/api.ts';
import { demoChannels, demoUsers, type DemoUser } from './demo-talk.ts';

/** The demo users' accounts are older than their first message. */
const JOINED_MINUTES_AGO = 10_000;

export interface DemoTalkOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly words: TextWords;
  /** Makes the hash of an unknown password, because demo users do not sign in. */
  readonly hashPassword: () => Promise<string>;
}

/**
 * Stores the demo conversations, all or nothing, unless someone has an account; existing channels of
 * the same names stay unchanged.
 */
export const loadDemoTalk = ({
  database,
  clock,
  words,
  hashPassword,
}: DemoTalkOptions): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    // Also for processes that start together, and after a start that ended before the talk.
    await oneAtATime(transaction, 'demo talk');
    const someone = await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (someone !== undefined) return;
    const passwordHash = await hashPassword();
    const now = clock.now();
    const before = (minutes: number): Date => new Date(now - minutes * MINUTE_MS);
    const joined = before(JOINED_MINUTES_AGO);
    const users = Object.entries(demoUsers).map(([key, name]) => ({
      key,
      name,
      id: createUuidV7(joined.getTime()),
    }));
    const ids = new Map(users.map(({ key, id }) => [key, id]));
    const idsOf = (keys: readonly DemoUser[]): string[] =>
      keys.flatMap((key) => ids.get(key) ?? []);
    for (const { key, name, id } of users) {
      const email = `${key}@demo.izgodno.example`;
      const user = { id, name, email, password_hash: passwordHash, created_at: joined };
      await insertUser(transaction, user);
    }
    for (const { name, topic, lines } of demoChannels) {
      const messages = lines.flatMap(({ by, text, minutesAgo, reactions = {} }) =>
        idsOf([by]).map((senderId) => ({
          senderId,
          text,
          searchTerms: words.index(text),
          at: before(minutesAgo),
          reactions: Object.entries(reactions).map(([emoji, keys]) => ({
            emoji,
            count: keys.length,
            userIds: idsOf(keys),
          })),
        })),
      );
      const memberIds = [...ids.values()];
      await storeChannelHistory(transaction, {
        name,
        topic,
        createdAt: joined,
        memberIds,
        messages,
      });
    }
  });
