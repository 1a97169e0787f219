import { sql } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import { readInPages } from '#platform/database/read-in-pages.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { readDraftsOf } from './drafts/drafts.ts';
import { listOwnInvitations } from './members/invitation-rows.ts';
import { isoOrNull, presentMembership } from './members/member-rows.ts';
import { readMessagesOf } from './messages/account-messages.ts';
import { readSavedOf } from './saved/saved-messages.ts';

type Reaction = AccountParts['reactions'][number];

interface ReactionKey {
  readonly channel_id: string;
  readonly message_id: string;
  readonly emoji: string;
}

async function* readReactionsOf(database: Database, userId: string): AsyncGenerator<Reaction> {
  const rows = readInPages(
    (after: ReactionKey | null, limit) =>
      database
        .selectFrom('message_reactions')
        .select(['channel_id', 'message_id', 'emoji', 'created_at'])
        .where('user_id', '=', userId)
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(channel_id, message_id, emoji) > (${after?.channel_id}, ${after?.message_id}, ${after?.emoji})`,
          ),
        )
        .orderBy('channel_id')
        .orderBy('message_id')
        .orderBy('emoji')
        .limit(limit)
        .execute(),
    (row): ReactionKey => row,
  );
  for await (const row of rows)
    yield {
      messageId: row.message_id,
      channelId: row.channel_id,
      at: row.created_at.toISOString(),
      emoji: row.emoji,
    };
}

const readFollowsOf = async (
  database: Database,
  userId: string,
): Promise<AccountParts['followedThreads']> => {
  const rows = await database
    .selectFrom('thread_follows')
    .select(['root_id', 'channel_id', 'followed_at'])
    .where('user_id', '=', userId)
    .where('is_following', '=', true)
    .orderBy('followed_at')
    .execute();
  return rows.map((row) => ({
    messageId: row.root_id,
    channelId: row.channel_id,
    at: row.followed_at.toISOString(),
  }));
};

const readMembershipsOf = async (
  database: Database,
  userId: string,
): Promise<AccountParts['channels']> => {
  const rows = await database
    .selectFrom('channel_members as m')
    .innerJoin('channels as c', 'c.id', 'm.channel_id')
    .leftJoin('starred_channels as s', (join) =>
      join.onRef('s.channel_id', '=', 'm.channel_id').onRef('s.user_id', '=', 'm.user_id'),
    )
    .selectAll('m')
    .select(['c.name', 's.channel_id as starred'])
    .where('m.user_id', '=', userId)
    .orderBy('m.joined_at')
    .execute();
  return rows.map(({ name, starred, ...membership }) =>
    Object.assign(presentMembership(membership, starred !== null), {
      channelId: membership.channel_id,
      channelName: name,
    }),
  );
};

const readHooksBy = async (
  database: Database,
  userId: string,
): Promise<AccountParts['channelHooks']> => {
  const rows = await database
    .selectFrom('channel_hooks')
    .select(['id', 'channel_id', 'name', 'created_at'])
    .where('maker_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    channelId: row.channel_id,
    name: row.name,
    at: row.created_at.toISOString(),
  }));
};

const readStatusOf = async (
  database: Database,
  userId: string,
): Promise<AccountParts['chatStatus']> => {
  const row = await database
    .selectFrom('chat_statuses')
    .select(['availability', 'emoji', 'text', 'until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, until: isoOrNull(row.until) };
};

/** Adds what the chat stores about a user to the export of their account. */
export const exportChat = (database: Database, clock: Clock, accountData: AccountData): void => {
  accountData.exports('messages', (userId) => readMessagesOf(database, userId));
  accountData.exports('savedMessages', (userId) => readSavedOf(database, userId));
  accountData.exports('messageDrafts', (userId) => readDraftsOf(database, userId));
  accountData.exports('invitations', (userId) =>
    listOwnInvitations(database, userId, new Date(clock.now())),
  );
  accountData.exports('reactions', (userId) => readReactionsOf(database, userId));
  accountData.exports('followedThreads', (userId) => readFollowsOf(database, userId));
  accountData.exports('channels', (userId) => readMembershipsOf(database, userId));
  accountData.exports('channelHooks', (userId) => readHooksBy(database, userId));
  accountData.exports('chatStatus', (userId) => readStatusOf(database, userId));
};
