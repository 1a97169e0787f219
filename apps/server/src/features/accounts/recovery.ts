import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type * as emailCalls from '@izgodno/contract/accounts/email-calls';
import type * as calls from '@izgodno/contract/accounts/mail-calls';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import { CallError } from '#platform/http/errors.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import {
  languageOf,
  publishEnded,
  type AccountCall,
  type AccountsContext,
} from './accounts-context.ts';
import { forgiveAttempts, takeAttempt } from './attempt-limits.ts';
import { awaitsAdministrator } from './first-administrator.ts';
import { eraseDevices } from './known-devices.ts';
import { sendLink } from './link-mails.ts';
import { createMailLink, endMailLinksOf, findMailLink, takeMailLink } from './mail-links.ts';
import { requireStrongPassword } from './password-rules.ts';
import { endAccess } from './end-access.ts';
import { mailSecurityChange } from './second-factor/security-mails.ts';
import { findUserByEmail, requireUserRow } from './session-repository.ts';

// Proofs by mailed links: a user who reads an address's mail owns the address and its account.

const mailLinkJob = defineJob({
  name: 'session.mail-link',
  payload: z.object({
    email: z.string(),
    purpose: z.enum(['reset-password', 'confirm-email']),
    language: z.enum(languages),
  }),
});

export const registerRecoveryJobs = (accounts: AccountsContext): void => {
  const { database, clock, jobs, settings } = accounts;
  jobs.work(mailLinkJob, async ({ email, purpose, language }) => {
    const user = await findUserByEmail(database, email);
    if (user === null) return;
    const isProven = user.email_confirmed_at !== null;
    if (purpose === 'confirm-email' && isProven) return;
    await sendLink(accounts, { email, isProven }, async () => {
      // A plain confirmation must not make an administrator, because a stranger may have registered
      // the address first.
      const isFirst = email === settings.ADMIN_EMAIL && (await awaitsAdministrator(database));
      const due = isFirst ? 'confirm-administrator' : purpose;
      const token = await createMailLink(database, user, due, clock.now());
      return { purpose: due, token, userId: user.id, language };
    });
  });
};

export const getSignInOptions: AccountCall<typeof calls.getSignInOptions> = async ({ mailer }) => ({
  passwordReset: mailer.enabled,
});

/**
 * Mails a link to choose a new password. A job looks the account up later, so neither the response
 * nor its time reveals whether there is one. Throws `rate_limited`; `not_found` without a mail
 * server.
 */
export const forgotPassword: AccountCall<typeof calls.forgotPassword> = async (
  accounts,
  { body: { email }, request },
) => {
  const { mailer, jobs } = accounts;
  const language = languageOf(request);
  if (!mailer.enabled) throw new CallError('not_found');
  await takeAttempt(accounts, 'mailLinkByNetwork', request.ip);
  await takeAttempt(accounts, 'mailLinkByAccount', email);
  await jobs.enqueue(mailLinkJob, { email, purpose: 'reset-password', language });
  return {};
};

/** Mails a link to confirm an account's address if it is not confirmed, once this is committed. */
export const askToConfirm = async (
  { mailer, jobs }: AccountsContext,
  transaction: Transaction<Schema>,
  email: string,
  language: LanguageCode,
): Promise<void> => {
  const link = { email, purpose: 'confirm-email', language } as const;
  if (mailer.enabled) await jobs.enqueueWithin(transaction, mailLinkJob, link);
};

export const sendConfirmation: AccountCall<typeof emailCalls.sendConfirmation> = async (
  accounts,
  { user, request },
) => {
  await accounts.database.transaction().execute(async (transaction) => {
    const { email } = await requireUserRow(transaction, user.id);
    await askToConfirm(accounts, transaction, email, languageOf(request));
  });
  return {};
};

/**
 * Throws `mail_link_invalid`; for a weak password `validation_failed`, which leaves the link usable.
 */
export const resetPassword: AccountCall<typeof calls.resetPassword> = async (
  accounts,
  { body: { token, password }, request },
) => {
  const { database, clock, hasher, logger } = accounts;
  await takeAttempt(accounts, 'mailTokenByNetwork', request.ip);
  const user = await findMailLink(database, token, 'reset-password', clock.now());
  if (user === null) throw new CallError('mail_link_invalid');
  await requireStrongPassword(accounts, 'password', password, [user.name, user.email]);
  const password_hash = await hasher.hash(password, { line: 'known', share: user.id });
  const ended = await database.transaction().execute(async (transaction) => {
    await takeMailLink(transaction, user.id, token, clock.now());
    const email_confirmed_at = user.email_confirmed_at ?? new Date(clock.now());
    await transaction
      .updateTable('users')
      .set({ password_hash, email_confirmed_at })
      .where('id', '=', user.id)
      .execute();
    await endMailLinksOf(transaction, user.id, new Date(clock.now()));
    await eraseDevices(transaction, user.id);
    await mailSecurityChange(accounts, transaction, user.id, 'password_changed');
    return endAccess(accounts, transaction, user.id);
  });
  publishEnded(accounts, ended);
  await forgiveAttempts(accounts, 'mailToUnproven', user.email);
  const details = { event: 'password_reset', userId: user.id, address: request.ip };
  logger.info(details, 'password reset by mail');
  return {};
};

/** Throws `mail_link_invalid`. */
export const confirmEmail: AccountCall<typeof calls.confirmEmail> = async (
  accounts,
  { body: { token }, request },
) => {
  const { database, clock, logger } = accounts;
  await takeAttempt(accounts, 'mailTokenByNetwork', request.ip);
  const user = await findMailLink(database, token, 'confirm-email', clock.now());
  if (user === null) throw new CallError('mail_link_invalid');
  await database.transaction().execute(async (transaction) => {
    await takeMailLink(transaction, user.id, token, clock.now());
    await transaction
      .updateTable('users')
      .set({ email_confirmed_at: new Date(clock.now()) })
      .where('id', '=', user.id)
      .where('email', '=', user.email)
      .execute();
  });
  // Its reader may delete the account and register again on the same day.
  await forgiveAttempts(accounts, 'mailToUnproven', user.email);
  logger.info({ event: 'email_confirmed', userId: user.id }, 'address confirmed');
  return {};
};
