import { sql, type RawBuilder } from 'kysely';

/** Whether one of two users blocks the other; both are ids. */
export const isBlocked = (
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM person_blocks AS block
   WHERE (block.blocker_id, block.blocked_id) IN ((${one}, ${other}), (${other}, ${one})))`;
