import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { NoticeContent, PushMessage } from '@izgodno/contract/notices/notice';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { SessionLocks } from '#platform/database/session-locks.ts';
import { UndeliverableError, type Mailer } from '#platform/mail/mailer.ts';
import type { Pusher } from '#platform/push/pusher.ts';
import { composeNoticeMail } from './notice-mail.ts';
import { wordNotice } from './notice-wording.ts';
import type { PushSubscriptions } from './push-subscriptions.ts';
import type { Unsubscribing } from './unsubscribing.ts';

/** After this time undelivered notices are given up. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
const PEOPLE_A_RUN = 500;
/** The largest number of a user's notices in one mail, and of pushes at once. */
const NOTICES_AT_ONCE = 20;
/** For users who have chosen no language. */
const DEFAULT_LANGUAGE: LanguageCode = 'en';

export interface DeliveryOptions {
  readonly database: Database;
  readonly locks: SessionLocks;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly pusher: Pusher;
  readonly subscriptions: PushSubscriptions;
  readonly unsubscribing: Unsubscribing;
  readonly logger: FastifyBaseLogger;
  readonly siteName: string;
  readonly baseUrl: string;
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isProven: boolean;
  readonly language: LanguageCode;
}

interface DueNotice {
  readonly id: string;
  readonly content: NoticeContent;
  readonly mail: boolean;
  readonly push: boolean;
}

/**
 * Sends due notices by mail and push; each user gets one mail for all of them. A notice is marked
 * after the mail server has accepted the mail, so that a crash in between sends it twice rather
 * than never. Nothing is sent within a transaction, because a transaction is repeated after a
 * deadlock.
 */
export const createNoticeDelivery = (options: DeliveryOptions): (() => Promise<void>) => {
  const { database, locks, clock, mailer, pusher, subscriptions, unsubscribing, logger } = options;

  const sendMail = async (person: Person, notices: readonly DueNotice[]): Promise<void> => {
    const contents = notices.map(({ content }) => content);
    const [first] = contents;
    // An unproven address may be a stranger's.
    if (first === undefined || !person.isProven) return;
    const ofOneKind = contents.every(({ kind }) => kind === first.kind);
    const mail = composeNoticeMail({
      to: person,
      language: person.language,
      contents,
      siteName: options.siteName,
      baseUrl: options.baseUrl,
      unsubscribeToken: await unsubscribing.tokenFor(person.id, ofOneKind ? first.kind : 'all'),
    });
    await mailer.send(mail).catch((error: unknown) => {
      if (!(error instanceof UndeliverableError)) throw error;
      logger.info({ event: 'mail_undeliverable', userId: person.id, err: error }, 'mail refused');
    });
  };

  const sendPushes = async (person: Person, notices: readonly DueNotice[]): Promise<void> => {
    const targets = notices.length === 0 ? [] : await subscriptions.list(person.id);
    for (const target of targets) {
      for (const { id, content } of notices) {
        const message: PushMessage = { ...wordNotice(content, person.language), tag: id };
        if ((await pusher.send(target, JSON.stringify(message))) === 'sent') continue;
        await subscriptions.forget(target.endpoint);
        break;
      }
    }
  };

  const findPeople = async (): Promise<readonly Person[]> => {
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
          .where((expression) =>
            expression.or([expression('mail_due', '=', true), expression('push_due', '=', true)]),
          ),
      )
      .limit(PEOPLE_A_RUN)
      .execute();
    return rows.map(({ id, name, email, provenAt, language }) => ({
      id,
      name,
      email,
      isProven: provenAt !== null,
      language: language ?? DEFAULT_LANGUAGE,
    }));
  };

  const deliverDue = async (
    person: Person,
    column: 'mail_due' | 'push_due',
    send: (person: Person, notices: readonly DueNotice[]) => Promise<void>,
  ): Promise<void> => {
    const due = await database
      .selectFrom('notices')
      .select(['id', 'content', 'mail_due as mail', 'push_due as push'])
      .where('user_id', '=', person.id)
      .where(column, '=', true)
      .orderBy('created_at')
      .limit(NOTICES_AT_ONCE)
      .execute();
    if (due.length === 0) return;
    await send(person, due);
    await database
      .updateTable('notices')
      .set({ [column]: false })
      .where(sql<boolean>`id = ANY(${due.map(({ id }) => id)}::uuid[])`)
      .execute();
  };

  /** Skips a user to whom another node is delivering. */
  const deliverOne = async (
    person: Person,
    channel: 'mail' | 'push',
    send: (person: Person, notices: readonly DueNotice[]) => Promise<void>,
  ): Promise<void> => {
    const lock = `notices by ${channel} to ${person.id}`;
    // A lost lock at worst causes a second mail, which is better than none.
    if (!(await locks.tryTake(lock, () => {}))) return;
    try {
      await deliverDue(person, channel === 'mail' ? 'mail_due' : 'push_due', send);
    } finally {
      await locks.giveBack(lock);
    }
  };

  const giveUpOld = async (): Promise<void> => {
    await database
      .updateTable('notices')
      .set({ mail_due: false, push_due: false })
      .where((expression) =>
        expression.or([expression('mail_due', '=', true), expression('push_due', '=', true)]),
      )
      .where('created_at', '<', new Date(clock.now() - GIVE_UP_AFTER_MS))
      .execute();
  };

  return async () => {
    await giveUpOld();
    for (const person of await findPeople()) {
      for (const [channel, send] of [
        ['mail', sendMail],
        ['push', sendPushes],
      ] as const) {
        await deliverOne(person, channel, send).catch((error: unknown) => {
          logger.warn({ err: error, userId: person.id, channel }, 'delivery of notices failed');
        });
      }
    }
  };
};
