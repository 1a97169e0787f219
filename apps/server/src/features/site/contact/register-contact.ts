import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { CONTACTS_PER_HOUR, sendContact } from '@izgodno/contract/site/calls';
import type { Settings } from '#config/settings.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { rejectionOf } from '#platform/mail/smtp-reply.ts';
import { confirmedEmailOf, type AccountData } from '#features/accounts/api.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import { createUuidV7 } from '#platform/uuid.ts';

const mailContact = defineJob({ name: 'mail-contact', payload: z.object({ id: z.string() }) });
export const mailWaitingContactsJob = defineJob({
  name: 'contact.mail-waiting',
  payload: z.strictObject({}),
});
export const eraseOldContactsJob = defineJob({
  name: 'contact.erase-old',
  payload: z.strictObject({}),
});

/** How long a message of a visitor, with name and address, stays in the database. */
export const CONTACT_LIFETIME_DAYS = 365;

/** How many messages that wait for their mail are mailed by one run, the newest first. */
const WAITING_AT_ONCE = 100;
/** How long the job of a message mails it again by itself, at most. */
const OWN_ATTEMPTS_MS = 4 * HOUR_MS;

/**
 * A message is not mailed again after so many permanent rejections, which takes ten days: the operator
 * of a mail server that rejects all of them has that long.
 */
const MAX_REJECTIONS = 9;

/** In both languages, because the operator's language is unknown. */
const CONTACT_SUBJECT = 'message from a visitor / съобщение от посетител';

export interface ContactOptions {
  readonly settings: Pick<Settings, 'CONTACT_EMAIL' | 'SITE_NAME'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly pseudonyms: Pseudonyms;
  readonly mailer: Mailer;
  readonly jobs: Jobs;
  readonly accountData: AccountData;
}

type MailingOptions = ContactOptions & { readonly logger: FastifyBaseLogger };

/** Stores a message once, and enqueues its mail with it. Throws `rate_limited`. */
const storeContact = async (
  { database, clock, pseudonyms, jobs }: ContactOptions,
  { clientId, ...message }: z.output<typeof sendContact.body>,
  ip: string,
): Promise<void> => {
  const now = clock.now();
  const network = await pseudonyms.ofToday(ip);
  const id = createUuidV7(now);
  const created_at = new Date(now);
  await database.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, `contacts from ${network.toString('hex')}`);
    const stored = await transaction
      .insertInto('contact_messages')
      .values({ id, client_id: clientId ?? null, ...message, network, created_at, mailed_at: null })
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored === undefined) return;
    const { sent } = await transaction
      .selectFrom('contact_messages')
      .select(({ fn }) => fn.countAll<number>().as('sent'))
      .where('network', '=', network)
      .where('created_at', '>', new Date(now - HOUR_MS))
      .executeTakeFirstOrThrow();
    if (sent > CONTACTS_PER_HOUR)
      throw new CallError('rate_limited', { retryAfter: HOUR_MS / 1000 });
    await jobs.enqueueWithin(transaction, mailContact, { id });
  });
};

const mailMessage = async (
  { settings, database, clock, mailer }: ContactOptions,
  id: string,
): Promise<void> => {
  const to = settings.CONTACT_EMAIL;
  if (to === undefined || !mailer.enabled) return;
  const message = await database
    .selectFrom('contact_messages')
    .select(['name', 'email', 'text'])
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .executeTakeFirst();
  if (message === undefined) return;
  await mailer.send({
    kind: 'contact',
    id,
    to,
    // Subjects contain nothing that strangers write.
    subject: `${settings.SITE_NAME}: ${CONTACT_SUBJECT}`,
    replyTo: { name: message.name, address: message.email },
    text: `${message.name} <${message.email}>\n\n${message.text}\n`,
  });
  await database
    .updateTable('contact_messages')
    .set({ mailed_at: new Date(clock.now()) })
    .where('id', '=', id)
    .execute();
};

/** A message that waits for its mail. */
interface UnmailedMessage {
  readonly id: string;
  /** How often the mail server has rejected it for good. */
  readonly rejections: number;
}

/**
 * A message that was rejected is due again later: after 1, 2, 4 … hours. Returns false if the error
 * concerns all messages.
 */
const postpone = async (
  { database, clock, logger }: MailingOptions,
  { id, rejections }: UnmailedMessage,
  error: unknown,
): Promise<boolean> => {
  const rejection = rejectionOf(error);
  if (rejection === null) return false;
  const counted = rejection === 'permanent' ? rejections + 1 : rejections;
  // Half an hour less, because the runs are an hour apart.
  const delay = 2 ** rejections * HOUR_MS - HOUR_MS / 2;
  await database
    .updateTable('contact_messages')
    .set({ mail_from: new Date(clock.now() + delay), mail_rejections: counted })
    .where('id', '=', id)
    .execute();
  if (counted >= MAX_REJECTIONS)
    logger.error(
      { event: 'contact_mail_refused', id, err: error },
      'a message of the contact page is not mailed again; it stays in contact_messages',
    );
  return true;
};

/**
 * Mails what waits, one message after another: a job fails for good after some hours, and mails nothing
 * while a setting is missing. Those that were rejected come last.
 */
const mailWaiting = async (options: MailingOptions, signal: AbortSignal): Promise<void> => {
  const { settings, database, clock, mailer, logger } = options;
  if (settings.CONTACT_EMAIL === undefined || !mailer.enabled) return;
  const waiting = await database
    .selectFrom('contact_messages')
    .select(['id', 'mail_rejections as rejections'])
    .where('mailed_at', 'is', null)
    .where('created_at', '<', new Date(clock.now() - OWN_ATTEMPTS_MS))
    .where('mail_rejections', '<', MAX_REJECTIONS)
    .where((message) =>
      message.or([
        message('mail_from', 'is', null),
        message('mail_from', '<=', new Date(clock.now())),
      ]),
    )
    .orderBy('mail_from', (order) => order.asc().nullsFirst())
    .orderBy('created_at', 'desc')
    .limit(WAITING_AT_ONCE)
    .execute();
  for (const message of waiting) {
    signal.throwIfAborted();
    try {
      await mailMessage(options, message.id);
    } catch (error) {
      if (await postpone(options, message, error)) continue;
      // The next run tries again; a failed job would be repeated beside it.
      logger.warn({ event: 'contact_mail_failed', err: error }, 'mailing contact messages failed');
      return;
    }
  }
};

/** The messages from an account's confirmed email. */
const readMessagesOf = async (
  { database }: ContactOptions,
  userId: string,
): Promise<AccountParts['contactMessages']> => {
  const rows = await database
    .selectFrom('contact_messages')
    .select(['name', 'email', 'text', 'created_at'])
    .where('email', '=', confirmedEmailOf(database, userId))
    .orderBy('created_at')
    .execute();
  return rows.map(({ name, email, text, created_at }) => ({
    name,
    email,
    text,
    at: created_at.toISOString(),
  }));
};

/** Stores visitors' messages to the operator, and mails them if a mail server is configured. */
export const registerContact = (app: FastifyInstance, options: ContactOptions): void => {
  const { database, clock, jobs } = options;

  options.accountData.exports('contactMessages', (userId) => readMessagesOf(options, userId));
  jobs.work(mailContact, ({ id }) => mailMessage(options, id));
  const mailing = { ...options, logger: app.log };
  jobs.work(mailWaitingContactsJob, (_, signal) => mailWaiting(mailing, signal));
  jobs.schedule(mailWaitingContactsJob, '41 * * * *', {});

  jobs.work(eraseOldContactsJob, async () => {
    await database
      .deleteFrom('contact_messages')
      .where('created_at', '<', new Date(clock.now() - CONTACT_LIFETIME_DAYS * DAY_MS))
      .execute();
  });
  jobs.schedule(eraseOldContactsJob, '47 3 * * *', {});

  addCall(app, sendContact, async ({ body, request }) => {
    await storeContact(options, body, request.ip);
    return {};
  });
};
