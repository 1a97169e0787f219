import { DAY_MS } from '@izgodno/contract/common/durations';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { PushMessage } from '@izgodno/contract/notices/notice';
import { messageOf } from '#platform/message-of.ts';
import { mailLanguageOf } from '#platform/mail/mail-language.ts';
import { UndeliverableError } from '#platform/mail/mailer.ts';
import { rejectionOf } from '#platform/mail/smtp-reply.ts';
import { PushRejectedError, type PushTarget } from '#platform/push/pusher.ts';
import { NIL_UUID } from '#platform/uuid.ts';
import { isOfComments, subjectOfComments } from './comment-notices.ts';
import {
  deliveryChannels,
  isDue,
  markDelivered,
  postponeMail,
  readDuePushes,
  takeMail,
  type DeliveryChannel,
  type DueMail,
  type DueNotice,
} from './due-notices.ts';
import { composeNoticeMail, wordNotice } from './notice-wording.ts';
import type { NoticesContext } from './notices-context.ts';
import { leaveOutOutdated } from './outdated-notices.ts';
import { eraseSubscription, listSubscriptions } from './push-subscriptions.ts';
import { unsubscribeTokenFor } from './unsubscribe.ts';

/** After this time undelivered notices are given up. */
const GIVE_UP_AFTER_MS = DAY_MS;
/**
 * A mail is given up after so many permanent rejections, which takes two hours: the operator of a mail
 * server that rejects all of them has that long.
 */
const MAX_REJECTIONS = 8;
const USERS_A_RUN = 500;

interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isProven: boolean;
  readonly language: LanguageCode;
}

/** Returns the notices that need no further delivery. */
type Send = (context: NoticesContext, recipient: Recipient) => Promise<readonly DueNotice[]>;

/** Returns false if the mail is to be sent again. */
const hasEnded = async (
  context: NoticesContext,
  due: DueMail,
  error: unknown,
): Promise<boolean> => {
  if (error instanceof UndeliverableError) return true;
  const rejection = rejectionOf(error);
  if (rejection === 'permanent' && due.rejections + 1 >= MAX_REJECTIONS) return true;
  if (rejection !== null) await postponeMail(context, due);
  return false;
};

const sendMail: Send = async (context, recipient) => {
  const due = await takeMail(context, recipient.id);
  if (due === null) return [];
  // An unproven address may be a stranger's.
  if (!recipient.isProven) return due.notices;
  const notices = await leaveOutOutdated(context, recipient.id, due.notices);
  if (notices.length === 0) return due.notices;
  const contents = notices.map(({ content }) => content);
  const mail = composeNoticeMail({
    to: recipient,
    language: recipient.language,
    contents,
    siteName: context.siteName,
    baseUrl: context.baseUrl,
    unsubscribeToken: await unsubscribeTokenFor(
      context,
      recipient.id,
      contents.map(({ kind }) => kind),
    ),
  });
  await context.mailer.send({ ...mail, id: due.id }).catch(async (error: unknown) => {
    if (!(await hasEnded(context, due, error))) throw error;
    const details = { event: 'mail_undeliverable', userId: recipient.id, err: error };
    context.logger.info(details, 'mail refused');
  });
  return due.notices;
};

interface PushResult {
  /** Accepted by the push service. */
  readonly sent: readonly DueNotice[];
  /** The push service may accept these later. */
  readonly failed: readonly DueNotice[];
}

/** Sends a push; its errors are logged, because they must not end those to other browsers. */
const sendPush = (
  { pusher, logger }: NoticesContext,
  target: PushTarget,
  message: PushMessage,
): Promise<'sent' | 'gone' | 'rejected' | 'failed'> =>
  pusher.send(target, JSON.stringify(message)).catch((error: unknown) => {
    // Not the error itself: it has the path of the endpoint, which identifies the browser.
    const service = URL.parse(target.endpoint)?.hostname;
    const details = { event: 'push_failed', service, reason: messageOf(error) };
    logger.warn(details, 'a push was not accepted');
    return error instanceof PushRejectedError ? 'rejected' : 'failed';
  });

/** What is pushed later about the same comments replaces what was pushed before. */
const tagOf = ({ id, content }: DueNotice): string =>
  isOfComments(content) ? `${content.kind} ${subjectOfComments(content)}` : id;

const sendToBrowser = async (
  context: NoticesContext,
  { language }: Recipient,
  target: PushTarget,
  notices: readonly DueNotice[],
): Promise<PushResult> => {
  const sent: DueNotice[] = [];
  for (const [at, notice] of notices.entries()) {
    // The browser shows one notification a tag, also if it receives the push twice.
    const message: PushMessage = { ...wordNotice(notice.content, language), tag: tagOf(notice) };
    const result = await sendPush(context, target, message);
    // A service that is away would let each of the others wait for its deadline.
    if (result === 'failed') return { sent, failed: notices.slice(at) };
    if (result === 'gone') {
      await eraseSubscription(context, target.endpoint);
      break;
    }
    if (result === 'sent') sent.push(notice);
  }
  return { sent, failed: [] };
};

/**
 * Browsers are independent: one that fails takes nothing from the others. A notice is sent again
 * only if no browser got it, because those that did would show it again.
 */
const sendPushes: Send = async (context, recipient) => {
  const due = await readDuePushes(context, recipient.id);
  const notices = await leaveOutOutdated(context, recipient.id, due);
  const targets = notices.length === 0 ? [] : await listSubscriptions(context, recipient.id);
  const results: PushResult[] = [];
  for (const target of targets)
    results.push(await sendToBrowser(context, recipient, target, notices));
  const sent = new Set(results.flatMap((result) => result.sent.map(({ id }) => id)));
  const failed = new Set(results.flatMap((result) => result.failed.map(({ id }) => id)));
  return due.filter(({ id }) => sent.has(id) || !failed.has(id));
};

const sendBy: Readonly<Record<DeliveryChannel, Send>> = { mail: sendMail, push: sendPushes };

/** The users to whom something is due, from the one after `lastId` on, and then from the first. */
const findRecipients = async (
  { database, clock }: NoticesContext,
  lastId: string,
  usersARun: number,
): Promise<readonly Recipient[]> => {
  const rows = await database
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('browser_languages', 'browser_languages.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.email_confirmed_at as provenAt',
      'profiles.language as chosen',
      'browser_languages.language as browser',
    ])
    .where('users.id', 'in', (query) =>
      query
        .selectFrom('notices')
        .select('user_id')
        .where((notice) =>
          notice.or(deliveryChannels.map((channel) => isDue(channel, clock.now())(notice))),
        ),
    )
    .orderBy((user) => user('users.id', '<=', lastId))
    .orderBy('users.id')
    .limit(usersARun)
    .execute();
  return rows.map(({ id, name, email, provenAt, chosen, browser }) => ({
    id,
    name,
    email,
    isProven: provenAt !== null,
    language: mailLanguageOf({ chosen, browser }),
  }));
};

/** Skips a user to whom another node is delivering. */
const deliverTo = async (
  context: NoticesContext,
  recipient: Recipient,
  channel: DeliveryChannel,
): Promise<void> => {
  const lock = `notices by ${channel} to ${recipient.id}`;
  // A lost lock at worst sends the same mail again.
  if (!(await context.locks.tryTake(lock, () => {}))) return;
  try {
    await markDelivered(context, channel, await sendBy[channel](context, recipient));
  } finally {
    await context.locks.giveBack(lock);
  }
};

const giveUpOld = async ({ database, clock }: NoticesContext): Promise<void> => {
  await database
    .updateTable('notices')
    .set({ mail_due: false, push_due: false })
    .where((notice) => notice.or([notice('mail_due', '=', true), notice('push_due', '=', true)]))
    .where('created_at', '<', new Date(clock.now() - GIVE_UP_AFTER_MS))
    .execute();
};

const deliverByAllChannels = async (
  context: NoticesContext,
  recipient: Recipient,
): Promise<void> => {
  for (const channel of deliveryChannels) {
    await deliverTo(context, recipient, channel).catch((error: unknown) => {
      const details = { err: error, userId: recipient.id, channel };
      context.logger.warn(details, 'delivery of notices failed');
    });
  }
};

/**
 * Returns what sends due notices by mail and push; each user gets one mail for all of them. A notice
 * is marked after the mail server has accepted the mail. After a crash in between, the same mail is
 * sent again under the same Message-ID, of which mailboxes keep one. Nothing is sent within a
 * transaction, because a transaction is repeated after a deadlock.
 *
 * A run begins after the user with whom the last one ended, because users to whom nothing can be
 * delivered would fill each run.
 */
export const createNoticeDelivery = (
  context: NoticesContext,
  usersARun = USERS_A_RUN,
): ((signal: AbortSignal) => Promise<void>) => {
  let lastId = NIL_UUID;
  return async (signal) => {
    await giveUpOld(context);
    for (const recipient of await findRecipients(context, lastId, usersARun)) {
      if (signal.aborted) return;
      await deliverByAllChannels(context, recipient);
      lastId = recipient.id;
    }
  };
};
