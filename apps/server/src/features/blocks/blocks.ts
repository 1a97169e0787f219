import { sql, type RawBuilder } from 'kysely';
import type * as calls from '@izgodno/contract/blocks/calls';
import { MAX_BLOCKS, type Block } from '@izgodno/contract/blocks/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Publisher } from '#features/realtime/api.ts';

// Blocks between users. The features through which users reach each other enforce them.

export interface BlocksContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly publisher: Publisher;
}

/** Whether one of two users blocks the other; both are ids. */
export const isBlocked = (
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM person_blocks AS block
   WHERE (block.blocker_id, block.blocked_id) IN ((${one}, ${other}), (${other}, ${one})))`;

const findUser = ({ database }: BlocksContext, userId: string) =>
  database.selectFrom('users').select(['id', 'name']).where('id', '=', userId).executeTakeFirst();

const publish = (
  { publisher }: BlocksContext,
  blockerId: string,
  user: Block['user'],
  blocked: boolean,
): void => {
  publisher.toUsers([blockerId], { type: 'block.changed', data: { user, blocked } });
  // The blocked user then sees the blocker offline, or online again.
  publisher.statusChanged(blockerId);
};

/** Latest first. */
export const readBlocks = async ({ database }: BlocksContext, userId: string): Promise<Block[]> => {
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
};

/** Throws `forbidden` for the caller's own id, `not_found`, `limit_reached`. */
export const blockUser: CallHandler<BlocksContext, typeof calls.blockUser> = async (
  context,
  { params, user: blocker },
) => {
  if (params.userId === blocker.id) throw new CallError('forbidden');
  const user = await findUser(context, params.userId);
  if (user === undefined) throw new CallError('not_found');
  const added = await context.database.transaction().execute(async (transaction) => {
    // Sequential for each user, so that the limit holds.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', blocker.id)
      .forNoKeyUpdate()
      .execute();
    const created_at = new Date(context.clock.now());
    const inserted = await transaction
      .insertInto('person_blocks')
      .values({ blocker_id: blocker.id, blocked_id: user.id, created_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('blocked_id')
      .executeTakeFirst();
    const { blocks } = await transaction
      .selectFrom('person_blocks')
      .select(({ fn }) => fn.countAll<number>().as('blocks'))
      .where('blocker_id', '=', blocker.id)
      .executeTakeFirstOrThrow();
    if (blocks > MAX_BLOCKS) throw new CallError('limit_reached');
    return inserted !== undefined;
  });
  if (added) publish(context, blocker.id, user, true);
  return {};
};

export const unblockUser: CallHandler<BlocksContext, typeof calls.unblockUser> = async (
  context,
  { params, user: blocker },
) => {
  const removed = await context.database
    .deleteFrom('person_blocks')
    .where('blocker_id', '=', blocker.id)
    .where('blocked_id', '=', params.userId)
    .returning('blocked_id')
    .executeTakeFirst();
  const user = await findUser(context, params.userId);
  if (removed !== undefined && user !== undefined) publish(context, blocker.id, user, false);
  return {};
};
