import { MINUTE_MS } from '@izgodno/contract/common/durations';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { lockInOrder } from './lock-in-order.ts';
import type { NoticesContext } from './notices-context.ts';

/** The largest number of a user's notices in one mail, and of pushes at once. */
const NOTICES_AT_ONCE = 20;

/** The longest time between two attempts to send a rejected mail, in minutes. */
const MAX_DELAY_MINUTES = 60;

export const deliveryChannels = ['mail', 'push'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

export interface DueNotice {
  readonly id: string;
  readonly content: NoticeContent;
}

/** A mail with notices of one user. */
export interface DueMail {
  /** Equal for all attempts. */
  readonly id: string;
  /** How often a mail server has rejected it. */
  readonly rejections: number;
  readonly notices: readonly DueNotice[];
}

/** Whether a notice is to be sent by a channel now. */
export const isDue =
  (channel: DeliveryChannel, now: number) =>
  (notice: ExpressionBuilder<Schema, 'notices'>): Expression<SqlBool> =>
    notice.and([
      notice(`${channel}_due`, '=', true),
      notice.or([
        notice(`${channel}_from`, 'is', null),
        notice(`${channel}_from`, '<=', new Date(now)),
      ]),
    ]);

const selectDue = ({ database, clock }: NoticesContext, userId: string, channel: DeliveryChannel) =>
  database
    .selectFrom('notices')
    .select(['id', 'content', 'mail_id as mailId', 'mail_rejections as rejections'])
    .where('user_id', '=', userId)
    .where(isDue(channel, clock.now()))
    .limit(NOTICES_AT_ONCE);

const lockedIds = (database: Database, notices: readonly DueNotice[]) =>
  lockInOrder(
    database
      .selectFrom('notices')
      .select('id')
      .where(
        isOneOf(
          'id',
          notices.map(({ id }) => id),
        ),
      ),
  );

/**
 * The next mail of a user; null if none is due, or another node is taking it. A mail that was taken
 * before, and not marked as delivered, is returned again with its id and its notices. Others do not wait
 * for one that is postponed.
 */
export const takeMail = async (
  context: NoticesContext,
  userId: string,
): Promise<DueMail | null> => {
  // Those that belong to a mail come first, because null sorts last.
  const due = await selectDue(context, userId, 'mail')
    .orderBy('mail_id')
    .orderBy('created_at')
    .execute();
  const [first] = due;
  if (first === undefined) return null;
  const { mailId, rejections } = first;
  if (mailId !== null)
    return { id: mailId, rejections, notices: due.filter((other) => other.mailId === mailId) };
  const id = createUuidV7(context.clock.now());
  const taken = await context.database
    .updateTable('notices')
    .set({ mail_id: id })
    .where('id', 'in', lockedIds(context.database, due))
    .where('mail_id', 'is', null)
    // As they are now: new matches of a saved search are added until its notice belongs to a mail.
    .returning(['id', 'content'])
    .execute();
  if (taken.length < due.length) return null;
  const contents = new Map(taken.map((notice) => [notice.id, notice]));
  return { id, rejections, notices: due.map((notice) => contents.get(notice.id) ?? notice) };
};

/** A mail that was rejected is due again later: after 1, 2, 4 … minutes. */
export const postponeMail = async (
  { database, clock }: NoticesContext,
  { rejections, notices }: DueMail,
): Promise<void> => {
  const minutes = Math.min(2 ** rejections, MAX_DELAY_MINUTES);
  await database
    .updateTable('notices')
    .set({
      mail_from: new Date(clock.now() + minutes * MINUTE_MS),
      mail_rejections: rejections + 1,
    })
    .where('id', 'in', lockedIds(database, notices))
    .execute();
};

export const readDuePushes = (
  context: NoticesContext,
  userId: string,
): Promise<readonly DueNotice[]> =>
  selectDue(context, userId, 'push').orderBy('created_at').execute();

/** The notices are no longer due in this way. */
export const markDelivered = async (
  { database }: NoticesContext,
  channel: DeliveryChannel,
  notices: readonly DueNotice[],
): Promise<void> => {
  if (notices.length === 0) return;
  await database
    .updateTable('notices')
    .set({ [`${channel}_due`]: false })
    .where('id', 'in', lockedIds(database, notices))
    .execute();
};
