import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { AccountPartList } from './account-parts.ts';
import type { AttemptLimiter } from './attempt-limits.ts';
import { awaitsAdministrator } from './first-administrator.ts';
import {
  createMailLink,
  deleteExpiredMailLinks,
  deleteMailLinksOf,
  findMailLink,
  takeMailLink,
} from './mail-links.ts';
import { eraseDevices } from './known-devices.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { RejectWeak } from './reject-weak.ts';
import type { SendLink } from './send-link.ts';
import { deleteSessionsOf, findUserByEmail } from './session-repository.ts';
import { announceEnded } from './session-revoked.ts';

const mailLinkJob = defineJob({
  name: 'session.mail-link',
  payload: z.object({
    email: z.string(),
    purpose: z.enum(['reset-password', 'confirm-email']),
    language: z.enum(languages),
  }),
});

export interface RecoveryOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly hasher: PasswordHasher;
  readonly rejectWeak: RejectWeak;
  readonly limits: AttemptLimiter;
  readonly parts: AccountPartList;
  readonly sendLink: SendLink;
  /** The address whose owner may become the first administrator. */
  readonly adminEmail: string | undefined;
  readonly logger: FastifyBaseLogger;
}

export type RecoveryService = ReturnType<typeof createRecoveryService>;

/** Proofs by mailed links: a user who reads an address's mail owns the address and its account. */
export const createRecoveryService = (options: RecoveryOptions) => {
  const {
    database,
    bus,
    clock,
    jobs,
    mailer,
    hasher,
    rejectWeak,
    limits,
    sendLink,
    adminEmail,
    logger,
  } = options;

  jobs.work(mailLinkJob, async ({ email, purpose, language }) => {
    const user = await findUserByEmail(database, email);
    if (user === null) return;
    const isProven = user.email_confirmed_at !== null;
    if (purpose === 'confirm-email' && isProven) return;
    await sendLink({ email, isProven }, async () => {
      // A plain confirmation must not make an administrator, because a stranger may have registered
      // the address first.
      const isFirst = email === adminEmail && (await awaitsAdministrator(database));
      const due = isFirst ? 'confirm-administrator' : purpose;
      const token = await createMailLink(database, user, due, clock.now());
      return { purpose: due, token, userId: user.id, language };
    });
  });

  return {
    available: mailer.enabled,

    /**
     * Mails a link to choose a new password. A job looks the account up later, so neither the
     * response nor its time reveals whether there is one. Throws `rate_limited`; `not_found`
     * without a mail server.
     */
    async forgot(email: string, address: string, language: LanguageCode): Promise<void> {
      if (!mailer.enabled) throw new CallError('not_found');
      await limits.take('mailLinkByNetwork', address);
      await limits.take('mailLinkByAccount', email);
      await jobs.enqueue(mailLinkJob, { email, purpose: 'reset-password', language });
    },

    /** Mails a link to confirm an account's address if it is not confirmed. */
    async askToConfirm(email: string, language: LanguageCode): Promise<void> {
      if (mailer.enabled)
        await jobs.enqueue(mailLinkJob, { email, purpose: 'confirm-email', language });
    },

    /**
     * Throws `mail_link_invalid`; for a weak password `validation_failed`, which leaves the link
     * usable.
     */
    async reset(token: string, password: string, address: string): Promise<void> {
      await limits.take('mailTokenByNetwork', address);
      const user = await findMailLink(database, token, 'reset-password', clock.now());
      if (user === null) throw new CallError('mail_link_invalid');
      await rejectWeak('password', password, [user.name, user.email]);
      const turn = { line: 'known', share: user.id } as const;
      const password_hash = await hasher.hash(password, turn);
      const ended = await database.transaction().execute(async (transaction) => {
        if (!(await takeMailLink(transaction, token))) throw new CallError('mail_link_invalid');
        await transaction
          .updateTable('users')
          .set({
            password_hash,
            email_confirmed_at: user.email_confirmed_at ?? new Date(clock.now()),
          })
          .where('id', '=', user.id)
          .execute();
        await deleteMailLinksOf(transaction, user.id);
        await eraseDevices(transaction, user.id);
        return deleteSessionsOf(transaction, user.id, null);
      });
      announceEnded(bus, ended);
      logger.info({ event: 'password_reset', userId: user.id, address }, 'password reset by mail');
    },

    /** Throws `mail_link_invalid`. */
    async confirm(token: string, address: string): Promise<void> {
      await limits.take('mailTokenByNetwork', address);
      const user = await findMailLink(database, token, 'confirm-email', clock.now());
      if (user === null) throw new CallError('mail_link_invalid');
      await database.transaction().execute(async (transaction) => {
        if (!(await takeMailLink(transaction, token))) throw new CallError('mail_link_invalid');
        await transaction
          .updateTable('users')
          .set({ email_confirmed_at: new Date(clock.now()) })
          .where('id', '=', user.id)
          .where('email', '=', user.email)
          .execute();
      });
      logger.info({ event: 'email_confirmed', userId: user.id }, 'address confirmed');
    },

    sweep: (): Promise<void> => deleteExpiredMailLinks(database, new Date(clock.now())),
  };
};
