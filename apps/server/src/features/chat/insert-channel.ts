import { createUuidV7 } from '#platform/uuid.ts';
import type { Database } from '#schema/schema.ts';
import type { ChannelRow } from './channel-rows.ts';
import { insertMember } from './member-rows.ts';

export interface NewChannel extends Pick<ChannelRow, 'name' | 'kind' | 'topic'> {
  readonly createdBy: string;
  /** For direct conversations; null for channels with a name. */
  readonly directKey: string | null;
}

/** The key of a direct conversation, which is unique for its set of users. */
export const directKey = (userIds: readonly string[]): string => [...userIds].sort().join(' ');

export const findDirect = async (database: Database, key: string): Promise<string | null> => {
  const channel = await database
    .selectFrom('channels')
    .select('id')
    .where('direct_key', '=', key)
    .executeTakeFirst();
  return channel?.id ?? null;
};

/**
 * Stores a channel with its first members and returns its id. `now` is in epoch milliseconds.
 * Throws a unique violation if the name or the direct key is taken.
 */
export const insertChannel = async (
  database: Database,
  channel: NewChannel,
  memberIds: readonly string[],
  now: number,
): Promise<string> => {
  const id = createUuidV7(now);
  const at = new Date(now);
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('channels')
      .values({
        id,
        name: channel.name,
        kind: channel.kind,
        topic: channel.topic,
        direct_key: channel.directKey,
        created_by: channel.createdBy,
        created_at: at,
        archived_at: null,
      })
      .execute();
    for (const userId of memberIds) {
      const role = channel.kind !== 'direct' && userId === channel.createdBy ? 'owner' : 'member';
      await insertMember(transaction, id, userId, { role, at });
    }
  });
  return id;
};
