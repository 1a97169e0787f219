import type { Transaction } from 'kysely';
import type { voteOnDeal as voteOnDealCall, VoteValue } from '@izgodno/contract/engagement/calls';
import { CallError } from '#platform/http/errors.ts';
import type { Schema } from '#schema/schema.ts';
import type { EngagementCall } from '../engagement-context.ts';
import { lockDeals, refreshTemperatures } from './temperature.ts';
import { mayVote, takesVotes } from './vote-policy.ts';

interface Vote {
  readonly dealId: number;
  readonly userId: string;
  readonly value: VoteValue;
  readonly network: Buffer;
  readonly at: Date;
}

const storeVote = async (
  transaction: Transaction<Schema>,
  { dealId, userId, value, network, at }: Vote,
): Promise<void> => {
  if (value === 0) {
    await transaction
      .deleteFrom('deal_votes')
      .where('deal_id', '=', dealId)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  await transaction
    .insertInto('deal_votes')
    .values({ deal_id: dealId, user_id: userId, value, network, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['deal_id', 'user_id'])
        .doUpdateSet({ value, network, created_at: at })
        // Repeating a vote does not renew it.
        .where('deal_votes.value', '!=', value),
    )
    .execute();
};

/**
 * Stores the user's one vote on a deal. Throws `not_found` for a removed deal, `status_conflict`
 * for one that is sold or expired, and `forbidden` for the user's own.
 */
export const voteOnDeal: EngagementCall<typeof voteOnDealCall> = async (
  { database, bus, clock, pseudonyms },
  { params, body: { value }, user, request },
) => {
  const dealId = Number(params.id);
  const network = await pseudonyms.lasting(`vote:${dealId}`, request.ip);
  return database.transaction().execute(async (transaction) => {
    const asked = await transaction
      .selectFrom('deals')
      .select('represented_by')
      .where('id', '=', dealId)
      .executeTakeFirst();
    const ids = [dealId, asked?.represented_by ?? dealId];
    const deal = (await lockDeals(transaction, ids)).find(({ id }) => id === dealId);
    if (deal === undefined) throw new CallError('not_found');
    if (!mayVote(user.id, deal)) throw new CallError('forbidden');
    if (!takesVotes(deal)) throw new CallError('status_conflict');
    const at = new Date(clock.now());
    await storeVote(transaction, { dealId, userId: user.id, value, network, at });
    await refreshTemperatures({ transaction, bus }, ids, at);
    const { temperature, votes } = await transaction
      .selectFrom('deals')
      .select((of) => [
        'temperature',
        of
          .selectFrom('deal_votes')
          .select((vote) => vote.fn.countAll<number>().as('votes'))
          .where('deal_id', '=', dealId)
          .as('votes'),
      ])
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow();
    return { temperature, votes: votes ?? 0, vote: value };
  });
};
