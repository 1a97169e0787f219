import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { MailState } from '@izgodno/contract/system/mail-calls';
import type { Clock } from '#platform/clock.ts';
import { UndeliverableError, type Mail, type Mailer } from '#platform/mail/mailer.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Database } from '#schema/schema.ts';

/** Longer errors are cut, in characters. */
const ERROR_LENGTH = 500;
/** A failed mail is sent again for at most this long; what comes later is another mail. */
const RETRIED_FOR_MS = DAY_MS;

export interface MailLogContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly logger: FastifyBaseLogger;
  /** Masks the secrets of the settings in a text. */
  readonly redact: (text: string) => string;
  /** The sender, whose domain the ids of mails have. */
  readonly from: string;
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Mail servers repeat the recipient in their answers. */
const maskRecipients = (text: string): string => text.replaceAll(/[^\s<>@"']+@/g, '…@');

/** What a mail failed with, without secrets and addresses. */
export const describeMailError = (
  { redact }: Pick<MailLogContext, 'redact'>,
  error: unknown,
): string => {
  const reason = error instanceof UndeliverableError ? (error.cause ?? error) : error;
  const message = reason instanceof Error ? reason.message : String(reason);
  return maskRecipients(redact(message)).slice(0, ERROR_LENGTH);
};

/** The state of a mail after an error of `send`. */
export const stateAfter = (error: unknown): MailState =>
  error instanceof UndeliverableError ? 'undeliverable' : 'failed';

/** Finds the entry of a failed mail; null if the mail has an id, which finds it. */
const retryKeyOf = ({ id, kind, to, subject }: Mail): Buffer | null =>
  id === undefined
    ? createHash('sha256')
        .update(JSON.stringify([kind, to, subject]))
        .digest()
    : null;

interface Entry {
  readonly id: string;
  readonly messageId: string;
}

const newEntry = ({ from }: MailLogContext, id: string): Entry => ({
  id,
  messageId: `<${id}@${domainOf(from).replaceAll(/[^\w.-]/g, '')}>`,
});

/** A further attempt continues the entry of the one that failed. */
const openEntry = async (
  context: MailLogContext,
  mail: Mail,
  retryKey: Buffer | null,
): Promise<Entry> => {
  if (mail.id !== undefined) return newEntry(context, mail.id);
  const now = context.clock.now();
  const failed = await context.database
    .selectFrom('mail_log')
    .select(['id', 'message_id as messageId'])
    .where('retry_key', '=', retryKey)
    .where('first_at', '>', new Date(now - RETRIED_FOR_MS))
    .orderBy('first_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return failed ?? newEntry(context, createUuidV7(now));
};

interface Outcome {
  readonly state: MailState;
  readonly error: string | null;
  readonly retryKey: Buffer | null;
}

const keepEntry = async (
  { database, clock }: MailLogContext,
  { id, messageId }: Entry,
  { kind, to }: Mail,
  { state, error, retryKey }: Outcome,
): Promise<void> => {
  const at = new Date(clock.now());
  const changed = { state, last_at: at, retry_key: retryKey };
  await database
    .insertInto('mail_log')
    .values({
      ...changed,
      id,
      kind,
      error,
      recipient_domain: domainOf(to),
      message_id: messageId,
      first_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((expression) => ({
        ...changed,
        attempts: expression('mail_log.attempts', '+', 1),
        // A mail that was sent in the end keeps why it was late.
        error: error ?? expression.ref('mail_log.error'),
      })),
    )
    .execute();
};

/**
 * A mailer that logs what becomes of each mail. A mail is sent, and counts as sent, even if the log
 * cannot be written.
 */
export const logMails = (context: MailLogContext): Mailer => {
  const { mailer, logger } = context;
  const orWarn = (error: unknown): null => {
    logger.warn({ err: error }, 'writing the mail log failed');
    return null;
  };

  return {
    get enabled() {
      return mailer.enabled;
    },
    async send(mail) {
      const retryKey = retryKeyOf(mail);
      const entry = await openEntry(context, mail, retryKey).catch(orWarn);
      const keep = async (outcome: Outcome): Promise<void> => {
        if (entry !== null) await keepEntry(context, entry, mail, outcome).catch(orWarn);
      };
      try {
        await mailer.send(entry === null ? mail : { ...mail, messageId: entry.messageId });
      } catch (error) {
        const state = stateAfter(error);
        await keep({
          state,
          error: describeMailError(context, error),
          retryKey: state === 'failed' ? retryKey : null,
        });
        throw error;
      }
      await keep({ state: 'sent', error: null, retryKey: null });
    },
    verify: () => mailer.verify(),
    close: () => mailer.close(),
  };
};
