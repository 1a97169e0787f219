import { sql } from 'kysely';
import type {
  DealMark,
  listEngagement as listEngagementCall,
} from '@izgodno/contract/engagement/calls';
import type { EngagementCall } from './engagement-context.ts';

interface MarkRow {
  readonly id: number;
  readonly mark: 'favorite' | 'liked' | 'markedExpired' | 'vote';
  readonly vote: 1 | -1 | null;
}

/** The engagement of the user with these deals. */
export const listEngagement: EngagementCall<typeof listEngagementCall> = async (
  { database },
  { query, user },
) => {
  const { rows } = await sql<MarkRow>`
    SELECT deal_id AS id, 'favorite' AS mark, NULL::smallint AS vote FROM favorites
     WHERE user_id = ${user.id} AND deal_id = ANY(${query.ids}::bigint[])
    UNION ALL
    SELECT deal_id, 'liked', NULL::smallint FROM deal_likes
     WHERE user_id = ${user.id} AND deal_id = ANY(${query.ids}::bigint[])
    UNION ALL
    SELECT deal_id, 'markedExpired', NULL::smallint FROM expired_marks
     WHERE user_id = ${user.id} AND deal_id = ANY(${query.ids}::bigint[])
    UNION ALL
    SELECT deal_id, 'vote', value FROM deal_votes
     WHERE user_id = ${user.id} AND deal_id = ANY(${query.ids}::bigint[])`.execute(database);
  const marks = new Map<string, DealMark>();
  for (const row of rows) {
    const id = String(row.id);
    const none = { id, favorite: false, liked: false, markedExpired: false, vote: 0 } as const;
    marks.set(id, { ...none, ...marks.get(id), [row.mark]: row.vote ?? true });
  }
  return { marks: query.ids.flatMap((id) => marks.get(id) ?? []) };
};
