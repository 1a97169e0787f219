import type { Transaction } from 'kysely';
import { holdRecipients, noticesOfReports } from '#features/notices/api.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';
import { kindOf } from './removals.ts';

/** Reports that one statement closes, or some more: those of a message without a reporter are alike. */
const BATCH = 500;

type Closing = Pick<ChatContext, 'clock' | 'noticePublisher'>;

/**
 * Closes open reports of erased messages, in one channel or in all, and notifies who reported them.
 * Returns their number. The notices name no one, because the account may be deleted.
 */
const closeSome = async (
  { clock, noticePublisher }: Closing,
  transaction: Transaction<Schema>,
  channelId: string | null,
): Promise<number> => {
  const now = clock.now();
  const obsolete = transaction
    .selectFrom('message_reports as open')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.channel_id', '=', 'open.channel_id').onRef('m.id', '=', 'open.message_id'),
    )
    .select(['open.channel_id', 'open.message_id', 'open.reporter_id'])
    .where('open.closed_at', 'is', null)
    .where('m.deleted_at', 'is not', null)
    .$if(channelId !== null, (some) => some.where('open.channel_id', '=', channelId ?? ''))
    .orderBy('open.created_at')
    .limit(BATCH);
  const reporters = await obsolete.execute();
  if (reporters.length === 0) return 0;
  await holdRecipients(
    transaction,
    reporters.map(({ reporter_id }) => reporter_id),
  );
  const closed = await transaction
    .updateTable('message_reports as r')
    .from(obsolete.as('obsolete'))
    .set({ closed_at: new Date(now) })
    .where('r.closed_at', 'is', null)
    .whereRef('r.channel_id', '=', 'obsolete.channel_id')
    .whereRef('r.message_id', '=', 'obsolete.message_id')
    .whereRef('r.reporter_id', 'is not distinct from', 'obsolete.reporter_id')
    .returning(['r.channel_id as channelId', 'r.message_id as id', 'r.reporter_id as reporterId'])
    .execute();
  const notices = closed.flatMap(({ channelId: of, id, reporterId }) =>
    noticesOfReports({
      reporterIds: [reporterId],
      subject: { kind: kindOf(of) },
      decision: `${id}:${now}`,
      outcome: 'obsolete',
    }),
  );
  await noticePublisher.store(transaction, notices);
  return closed.length;
};

/** Closes the reports of the erased messages of a channel. */
export const closeObsoleteReportsIn = async (
  chat: Closing,
  transaction: Transaction<Schema>,
  channelId: string,
): Promise<void> => {
  while ((await closeSome(chat, transaction, channelId)) >= BATCH);
};

/** Closes the reports of messages that were erased many at once, as with an account. */
export const closeObsoleteReports = async (
  chat: Closing & Pick<ChatContext, 'database'>,
): Promise<void> => {
  const close = () =>
    chat.database.transaction().execute((transaction) => closeSome(chat, transaction, null));
  while ((await close()) >= BATCH);
};

/** Erases the closed reports of a user, or of deleted accounts; open ones wait without their name. */
export const eraseClosedReports = async (
  connection: Connection,
  reporterId: string | null,
): Promise<void> => {
  await connection
    .deleteFrom('message_reports')
    .where('reporter_id', reporterId === null ? 'is' : '=', reporterId)
    .where('closed_at', 'is not', null)
    .execute();
};
