import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Database } from '#schema/schema.ts';
import type { MemberStanding } from './channel-access.ts';
import { mayModerate } from './channel-policy.ts';

/** Throws `person_unavailable` if messages of a direct conversation cannot be delivered. */
export const requireReachable = ({ unreachable }: Pick<MemberStanding, 'unreachable'>): void => {
  if (unreachable) throw new CallError('person_unavailable');
};

// `now` is in epoch milliseconds.

/** Throws `person_unavailable`, `channel_archived`, or `muted` with the time left. */
export const requireOpen = (standing: MemberStanding, now: number): void => {
  requireReachable(standing);
  const { channel, membership } = standing;
  if (channel.archived_at !== null) throw new CallError('channel_archived');
  const mutedUntil = membership.muted_until?.getTime() ?? 0;
  if (mutedUntil > now) {
    throw new CallError('muted', {
      retryAfter: Math.ceil((mutedUntil - now) / 1_000),
    });
  }
};

/** Enforces slow mode. Throws `slow_mode` with the time until the sender's next message. */
export const takeTurn = async (
  database: Database,
  who: Principal,
  standing: MemberStanding,
  now: number,
): Promise<void> => {
  const { channel, actor, policy } = standing;
  if (channel.slow_mode_seconds === 0 || mayModerate(actor, policy)) return;
  const pause = channel.slow_mode_seconds * 1_000;
  const taken = await database
    .updateTable('channel_members')
    .set({ last_sent_at: new Date(now) })
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', who.id)
    .where((where) =>
      where.or([
        where('last_sent_at', 'is', null),
        where('last_sent_at', '<=', new Date(now - pause)),
      ]),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (taken !== undefined) return;
  const last = standing.membership.last_sent_at?.getTime() ?? now;
  throw new CallError('slow_mode', {
    retryAfter: Math.max(1, Math.ceil((last + pause - now) / 1_000)),
  });
};
