import type { FastifyBaseLogger } from 'fastify';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Database } from '#schema/schema.ts';
import { UndeliverableError, type Mailer } from '#platform/mail/mailer.ts';
import type { AttemptLimiter } from './attempt-limits.ts';
import { composeLinkMail } from './link-mails.ts';
import type { MailLinkPurpose } from './mail-links.ts';
import { findUser } from './session-repository.ts';

export interface LinkRecipient {
  readonly email: string;
  /**
   * Whether a user has proven to read the address. An unproven one gets one mail a day, without
   * anything that a stranger wrote.
   */
  readonly isProven: boolean;
}

export interface LinkToSend {
  readonly purpose: MailLinkPurpose;
  readonly token: string;
  readonly userId: string;
  /** The browser's language; the account's own choice takes precedence. */
  readonly language: LanguageCode;
}

/** Mails the link that `make` makes, if the address may get a mail now. `make` may return none. */
export type SendLink = (to: LinkRecipient, make: () => Promise<LinkToSend | null>) => Promise<void>;

export interface SendLinkOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly limits: AttemptLimiter;
  readonly logger: FastifyBaseLogger;
  readonly siteName: string;
  readonly baseUrl: string;
}

export const createSendLink = (options: SendLinkOptions): SendLink => {
  const { database, mailer, limits, logger, siteName, baseUrl } = options;

  const chosenLanguage = async (userId: string): Promise<LanguageCode | null> =>
    (
      await database
        .selectFrom('profiles')
        .select('language')
        .where('user_id', '=', userId)
        .executeTakeFirst()
    )?.language ?? null;

  const send = async (
    { email, isProven }: LinkRecipient,
    { purpose, token, userId, language }: LinkToSend,
  ): Promise<void> => {
    const name = isProven ? ((await findUser(database, userId))?.name ?? null) : null;
    const mail = composeLinkMail({
      purpose,
      language: (await chosenLanguage(userId)) ?? language,
      to: { name, email },
      token,
      siteName,
      baseUrl,
    });
    await mailer.send(mail).catch((error: unknown) => {
      if (!(error instanceof UndeliverableError)) throw error;
      logger.info({ event: 'mail_undeliverable', userId, err: error }, 'mail refused');
    });
  };

  return async (to, make) => {
    if (!to.isProven && !(await limits.allows('mailToUnproven', to.email))) {
      logger.info(
        { event: 'mail_withheld' },
        'an unproven address already had its mail of the day',
      );
      return;
    }
    try {
      const link = await make();
      if (link !== null) await send(to, link);
    } catch (error) {
      // The job is retried, so the mail of the day must not count as sent.
      if (!to.isProven) await limits.forgive('mailToUnproven', to.email);
      throw error;
    }
  };
};
