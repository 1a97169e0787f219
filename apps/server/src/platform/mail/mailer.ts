import type { FastifyBaseLogger } from 'fastify';
import type { MailKind, StoppableMailKind } from '@izgodno/contract/system/mail-calls';

interface BaseMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Who gets the reply, if not the site. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /**
   * A UUID, equal for all attempts, of a mail that is sent again after a crash. The mail log makes
   * `messageId` of it; without it, of an id of its own.
   */
  readonly id?: string;
  /** `<…@…>`, equal for all attempts; without it the mailer makes one for each. */
  readonly messageId?: string;
}

interface StoppableMail extends BaseMail {
  readonly kind: StoppableMailKind;
  /** URL that a mail program calls to stop mails like this one (RFC 8058). */
  readonly unsubscribeUrl: string;
}

interface OtherMail extends BaseMail {
  readonly kind: Exclude<MailKind, StoppableMailKind>;
  readonly unsubscribeUrl?: never;
}

/** A mail to one person. */
export type Mail = StoppableMail | OtherMail;

/** Thrown if a retry would not help: the address is unknown or no longer used. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}

export interface Mailer {
  /** False if no mail server is configured: `send` then fails. */
  readonly enabled: boolean;
  /**
   * Resolves when a mail server has accepted the mail. Any error but `UndeliverableError` may be
   * temporary, so a retry makes sense.
   */
  send(mail: Mail): Promise<void>;
  /** Resolves if the mail server answers and accepts the account. */
  verify(): Promise<void>;
  close(): void;
}

/**
 * Sends a mail; one whose address is unknown is only noted in the log, with these details, because a
 * retry would not help.
 */
export const sendIfDeliverable = async (
  { mailer, logger }: { readonly mailer: Mailer; readonly logger: FastifyBaseLogger },
  mail: Mail,
  details: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await mailer.send(mail).catch((error: unknown) => {
    if (!(error instanceof UndeliverableError)) throw error;
    logger.info({ event: 'mail_undeliverable', ...details, err: error }, 'mail refused');
  });
};

const rejectUnconfigured = (): Promise<never> =>
  Promise.reject(new Error('No mail server is configured (SMTP_URL).'));

/** For products without a mail server. */
export const noMailer: Mailer = {
  enabled: false,
  send: rejectUnconfigured,
  verify: rejectUnconfigured,
  close: () => {},
};
