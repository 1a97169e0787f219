import type * as calls from '@izgodno/contract/notices/calls';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { ChannelsWanted, NoticePreferences } from '@izgodno/contract/notices/calls';
import {
  chosenKindOf,
  chosenKinds,
  noticeKinds,
  laterChosenKinds,
  type ChosenKind,
  type LaterChosenKind,
} from '@izgodno/contract/notices/notice';
import type { Transaction } from 'kysely';
import type { Connection, Database, Schema } from '#schema/schema.ts';
import { deliveryChannels, type DeliveryChannel } from './due-notices.ts';
import { lockInOrder } from './lock-in-order.ts';
import type { NoticeCall, NoticesContext } from './notices-context.ts';

/** The default preferences. Mail is for notices worth returning for. */
const defaults: NoticePreferences = {
  price_drop: { inApp: true, mail: true, push: true },
  back_in_stock: { inApp: true, mail: true, push: true },
  no_longer_available: { inApp: true, mail: false, push: false },
  saved_search: { inApp: true, mail: true, push: true },
  own_deal_expired: { inApp: true, mail: true, push: false },
  own_deal_removed: { inApp: true, mail: true, push: false },
  // Invitations of strangers are mailed only on request.
  channel_invitation: { inApp: true, mail: false, push: true },
  sale_to_rate: { inApp: true, mail: true, push: true },
  price_alert: { inApp: true, mail: true, push: true },
  // A conversation is followed in the page.
  deal_comment: { inApp: true, mail: false, push: true },
  comment_reply: { inApp: true, mail: false, push: true },
};

/** Nodes of version 0.1.0 read the second table, and cannot present a kind that they do not know. */
const tableOf = (kind: ChosenKind): 'later_notice_preferences' | 'notice_preferences' =>
  isLater(kind) ? 'later_notice_preferences' : 'notice_preferences';

const isLater = (kind: ChosenKind): kind is LaterChosenKind =>
  laterChosenKinds.some((later) => later === kind);

/** Only the named channels of the named kinds. */
export type PreferenceChanges = Readonly<{
  [Kind in ChosenKind]?:
    | { readonly [Channel in keyof ChannelsWanted]?: boolean | undefined }
    | undefined;
}>;

/** The preferences of each of these users. */
export const readPreferences = async (
  connection: Connection,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NoticePreferences>> => {
  const users = new Map<string, Record<ChosenKind, ChannelsWanted>>(
    userIds.map((id) => [id, { ...defaults }]),
  );
  if (userIds.length === 0) return users;
  const select = (table: ReturnType<typeof tableOf>) =>
    connection
      .selectFrom(table)
      .select(['user_id', 'kind', 'in_app', 'mail', 'push'])
      .where(isOneOf('user_id', userIds));
  const rows = await select('notice_preferences')
    .unionAll(select('later_notice_preferences'))
    .execute();
  for (const { user_id, kind, in_app, mail, push } of rows) {
    const chosen = users.get(user_id);
    if (chosen !== undefined) chosen[kind] = { inApp: in_app, mail, push };
  }
  return users;
};

export const readOwnPreferences = async (
  connection: Connection,
  userId: string,
): Promise<NoticePreferences> =>
  (await readPreferences(connection, [userId])).get(userId) ?? defaults;

/** Notices of these kinds that wait for their delivery by a channel are not sent by it. */
const cancelDelivery = async (
  transaction: Transaction<Schema>,
  userId: string,
  channel: DeliveryChannel,
  kinds: readonly ChosenKind[],
): Promise<void> => {
  if (kinds.length === 0) return;
  const decided = noticeKinds.filter((kind) => kinds.includes(chosenKindOf(kind)));
  const due = transaction
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', userId)
    .where(`${channel}_due`, '=', true)
    .where(isOneOf('kind', decided, 'text'));
  await transaction
    .updateTable('notices')
    .set({ [`${channel}_due`]: false })
    .where('id', 'in', lockInOrder(due))
    .execute();
};

/** A kind that is turned off also cancels its due notices. */
export const changePreferences = (
  database: Database,
  userId: string,
  changes: PreferenceChanges,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    // Changes of one user are sequential, so that concurrent ones do not overwrite each other.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    const current = await readOwnPreferences(transaction, userId);
    const turnedOff: Record<DeliveryChannel, ChosenKind[]> = { mail: [], push: [] };
    for (const kind of chosenKinds) {
      const change = changes[kind];
      if (change === undefined) continue;
      const wanted = {
        in_app: change.inApp ?? current[kind].inApp,
        mail: change.mail ?? current[kind].mail,
        push: change.push ?? current[kind].push,
      };
      await transaction
        .insertInto(tableOf(kind))
        .values({ user_id: userId, kind, ...wanted })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(wanted))
        .execute();
      for (const channel of deliveryChannels) if (!wanted[channel]) turnedOff[channel].push(kind);
    }
    for (const channel of deliveryChannels)
      await cancelDelivery(transaction, userId, channel, turnedOff[channel]);
  });

/** The choices of the kinds that every client knows, and the others. */
export const splitPreferences = (preferences: NoticePreferences) => {
  const { deal_comment, comment_reply, ...first } = preferences;
  return { first, later: { deal_comment, comment_reply } };
};

const describePreferences = async (
  { database, mailer, pusher }: NoticesContext,
  userId: string,
) => {
  const { first, later } = splitPreferences(await readOwnPreferences(database, userId));
  return {
    preferences: first,
    laterPreferences: later,
    available: { inApp: true, mail: mailer.enabled, push: pusher.publicKey !== null },
    pushPublicKey: pusher.publicKey,
  };
};

export const getNoticePreferences: NoticeCall<typeof calls.getNoticePreferences> = (
  context,
  { user },
) => describePreferences(context, user.id);

export const setNoticePreferences: NoticeCall<typeof calls.setNoticePreferences> = async (
  context,
  { body, user },
) => {
  const changes = { ...body.preferences, ...body.laterPreferences };
  await changePreferences(context.database, user.id, changes);
  return describePreferences(context, user.id);
};
