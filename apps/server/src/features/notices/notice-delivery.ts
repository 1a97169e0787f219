import type { LanguageCode } from '@izgodno/contract/common/language';
import type { PushMessage } from '@izgodno/contract/notices/notice';
import { UndeliverableError } from '#platform/mail/mailer.ts';
import { markDelivered, readDuePushes, takeMail, type DueNotice } from './due-notices.ts';
import { composeNoticeMail, wordNotice } from './notice-wording.ts';
import type { NoticesContext } from './notices-context.ts';
import { eraseSubscription, listSubscriptions } from './push-subscriptions.ts';
import { unsubscribeTokenFor } from './unsubscribe.ts';

/** After this time undelivered notices are given up. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
const USERS_A_RUN = 500;
/** For users who have chosen no language. */
const DEFAULT_LANGUAGE: LanguageCode = 'en';

interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isProven: boolean;
  readonly language: LanguageCode;
}

/** Returns the notices that need no further delivery. */
type Send = (context: NoticesContext, person: Recipient) => Promise<readonly DueNotice[]>;

const sendMail: Send = async (context, person) => {
  const due = await takeMail(context, person.id);
  if (due === null) return [];
  const { id, notices } = due;
  // An unproven address may be a stranger's.
  if (!person.isProven) return notices;
  const contents = notices.map(({ content }) => content);
  const [kind = 'all', ...otherKinds] = new Set(contents.map((content) => content.kind));
  const mail = composeNoticeMail({
    to: person,
    language: person.language,
    contents,
    siteName: context.siteName,
    baseUrl: context.baseUrl,
    unsubscribeToken: await unsubscribeTokenFor(
      context,
      person.id,
      otherKinds.length === 0 ? kind : 'all',
    ),
  });
  await context.mailer.send({ ...mail, id }).catch((error: unknown) => {
    if (!(error instanceof UndeliverableError)) throw error;
    const details = { event: 'mail_undeliverable', userId: person.id, err: error };
    context.logger.info(details, 'mail refused');
  });
  return notices;
};

const sendPushes: Send = async (context, person) => {
  const notices = await readDuePushes(context, person.id);
  const targets = notices.length === 0 ? [] : await listSubscriptions(context, person.id);
  for (const target of targets) {
    for (const { id, content } of notices) {
      // The browser shows one notification a tag, also if it receives the push twice.
      const message: PushMessage = { ...wordNotice(content, person.language), tag: id };
      if ((await context.pusher.send(target, JSON.stringify(message))) === 'sent') continue;
      await eraseSubscription(context, target.endpoint);
      break;
    }
  }
  return notices;
};

const channels = [
  { name: 'mail', column: 'mail_due', send: sendMail },
  { name: 'push', column: 'push_due', send: sendPushes },
] as const;

const findRecipients = async ({ database }: NoticesContext): Promise<readonly Recipient[]> => {
  const rows = await database
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.email_confirmed_at as provenAt',
      'profiles.language',
    ])
    .where('users.id', 'in', (query) =>
      query
        .selectFrom('notices')
        .select('user_id')
        .where((notice) =>
          notice.or([notice('mail_due', '=', true), notice('push_due', '=', true)]),
        ),
    )
    .limit(USERS_A_RUN)
    .execute();
  return rows.map(({ id, name, email, provenAt, language }) => ({
    id,
    name,
    email,
    isProven: provenAt !== null,
    language: language ?? DEFAULT_LANGUAGE,
  }));
};

/** Skips a user to whom another node is delivering. */
const deliverTo = async (
  context: NoticesContext,
  person: Recipient,
  channel: (typeof channels)[number],
): Promise<void> => {
  const lock = `notices by ${channel.name} to ${person.id}`;
  // A lost lock at worst sends the same mail again.
  if (!(await context.locks.tryTake(lock, () => {}))) return;
  try {
    await markDelivered(context, channel.column, await channel.send(context, person));
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

/**
 * Sends due notices by mail and push; each user gets one mail for all of them. A notice is marked
 * after the mail server has accepted the mail. After a crash in between, the same mail is sent
 * again under the same Message-ID, of which mailboxes keep one. Nothing is sent within a
 * transaction, because a transaction is repeated after a deadlock.
 */
export const deliverNotices = async (context: NoticesContext): Promise<void> => {
  await giveUpOld(context);
  for (const person of await findRecipients(context)) {
    for (const channel of channels) {
      await deliverTo(context, person, channel).catch((error: unknown) => {
        const details = { err: error, userId: person.id, channel: channel.name };
        context.logger.warn(details, 'delivery of notices failed');
      });
    }
  }
};
