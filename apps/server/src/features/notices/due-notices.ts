import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Database } from '#schema/schema.ts';
import { lockInOrder } from './lock-in-order.ts';
import type { NoticesContext } from './notices-context.ts';

/** The largest number of a user's notices in one mail, and of pushes at once. */
const NOTICES_AT_ONCE = 20;

type DueColumn = 'mail_due' | 'push_due';

export interface DueNotice {
  readonly id: string;
  readonly content: NoticeContent;
}

/** A mail with notices of one user. */
interface DueMail {
  /** Equal for all attempts. */
  readonly id: string;
  readonly notices: readonly DueNotice[];
}

const selectDue = ({ database }: NoticesContext, userId: string, column: DueColumn) =>
  database
    .selectFrom('notices')
    .select(['id', 'content', 'mail_id as mailId'])
    .where('user_id', '=', userId)
    .where(column, '=', true)
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
 * before, and not marked as delivered, is returned again with its id and its notices.
 */
export const takeMail = async (
  context: NoticesContext,
  userId: string,
): Promise<DueMail | null> => {
  // Those that belong to a mail come first, because null sorts last.
  const due = await selectDue(context, userId, 'mail_due')
    .orderBy('mail_id')
    .orderBy('created_at')
    .execute();
  const [first] = due;
  if (first === undefined) return null;
  if (first.mailId !== null)
    return { id: first.mailId, notices: due.filter(({ mailId }) => mailId === first.mailId) };
  const id = createUuidV7(context.clock.now());
  const { numUpdatedRows } = await context.database
    .updateTable('notices')
    .set({ mail_id: id })
    .where('id', 'in', lockedIds(context.database, due))
    .where('mail_id', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === BigInt(due.length) ? { id, notices: due } : null;
};

export const readDuePushes = (
  context: NoticesContext,
  userId: string,
): Promise<readonly DueNotice[]> =>
  selectDue(context, userId, 'push_due').orderBy('created_at').execute();

/** The notices are no longer due in this way. */
export const markDelivered = async (
  { database }: NoticesContext,
  column: DueColumn,
  notices: readonly DueNotice[],
): Promise<void> => {
  if (notices.length === 0) return;
  await database
    .updateTable('notices')
    .set({ [column]: false })
    .where('id', 'in', lockedIds(database, notices))
    .execute();
};
