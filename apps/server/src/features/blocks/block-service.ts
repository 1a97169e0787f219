import { MAX_BLOCKS, type Block } from '@izgodno/contract/blocks/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Publisher } from '#features/realtime/api.ts';

export interface BlockServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly realtime: Publisher;
}

export type BlockService = ReturnType<typeof createBlockService>;

/** Blocks between users. The features through which users reach each other enforce them. */
export const createBlockService = ({ database, clock, realtime }: BlockServiceOptions) => {
  const findUser = (userId: string) =>
    database.selectFrom('users').select(['id', 'name']).where('id', '=', userId).executeTakeFirst();

  const announce = (blockerId: string, user: Block['user'], blocked: boolean): void => {
    realtime.toUsers([blockerId], { type: 'block.changed', data: { user, blocked } });
    // The blocked user then sees the blocker offline, or online again.
    realtime.statusChanged(blockerId);
  };

  return {
    /** Latest first. */
    async list(userId: string): Promise<Block[]> {
      const rows = await database
        .selectFrom('person_blocks as b')
        .innerJoin('users as u', 'u.id', 'b.blocked_id')
        .select(['u.id', 'u.name', 'b.created_at'])
        .where('b.blocker_id', '=', userId)
        .orderBy('b.created_at', 'desc')
        .orderBy('u.id')
        .execute();
      return rows.map(({ id, name, created_at }) => ({
        user: { id, name },
        createdAt: created_at.toISOString(),
      }));
    },

    /** Throws `forbidden` for the caller's own id, `not_found`, `limit_reached`. */
    async block(blockerId: string, userId: string): Promise<void> {
      if (userId === blockerId) throw new CallError('forbidden');
      const user = await findUser(userId);
      if (user === undefined) throw new CallError('not_found');
      const added = await database.transaction().execute(async (transaction) => {
        // Sequential for each user, so that the limit holds.
        await transaction
          .selectFrom('users')
          .select('id')
          .where('id', '=', blockerId)
          .forNoKeyUpdate()
          .execute();
        const inserted = await transaction
          .insertInto('person_blocks')
          .values({
            blocker_id: blockerId,
            blocked_id: userId,
            created_at: new Date(clock.now()),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('blocked_id')
          .executeTakeFirst();
        const { blocks } = await transaction
          .selectFrom('person_blocks')
          .select(({ fn }) => fn.countAll<number>().as('blocks'))
          .where('blocker_id', '=', blockerId)
          .executeTakeFirstOrThrow();
        if (blocks > MAX_BLOCKS) throw new CallError('limit_reached');
        return inserted !== undefined;
      });
      if (added) announce(blockerId, user, true);
    },

    async unblock(blockerId: string, userId: string): Promise<void> {
      const removed = await database
        .deleteFrom('person_blocks')
        .where('blocker_id', '=', blockerId)
        .where('blocked_id', '=', userId)
        .returning('blocked_id')
        .executeTakeFirst();
      const user = await findUser(userId);
      if (removed !== undefined && user !== undefined) announce(blockerId, user, false);
    },
  };
};
