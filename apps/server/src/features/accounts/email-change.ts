import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import type * as calls from '@izgodno/contract/accounts/email-calls';
import { MAIL_LINK_LIFETIME_MS } from '@izgodno/contract/accounts/mail-calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Schema } from '#schema/schema.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { CallError } from '#platform/http/errors.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import {
  languageOf,
  publishEnded,
  type AccountCall,
  type AccountsContext,
} from './accounts-context.ts';
import { forgiveAttempts, takeAttempt } from './attempt-limits.ts';
import { sendLink } from './link-mails.ts';
import {
  addMailLinkToken,
  createMailLink,
  endChangeLinksOf,
  endMailLinksOf,
  findEmailLink,
  isHeldFree,
  lockMailLinksOf,
  renewChangeLinks,
  takeMailLink,
  type EmailLink,
} from './mail-links.ts';
import { requireStrongPassword } from './password-rules.ts';
import { regainAccount } from './regain-account.ts';
import { findUser, findUserByEmail, requireUserRow, type UserRow } from './session-repository.ts';

// A new email address takes effect once confirmed; the former one, if proven, can then undo the
// change for seven days.

const mailPayload = z.object({
  userId: z.string(),
  email: z.string(),
  language: z.enum(languages),
});
const changeMailJob = defineJob({ name: 'session.change-mail', payload: mailPayload });
const undoMailJob = defineJob({ name: 'session.undo-mail', payload: mailPayload });

const UNDO_LIFETIME_MS = MAIL_LINK_LIFETIME_MS['undo-email'];
/** A hijacker who changes the address may have added factors this long before. */
const SUSPECT_MS = DAY_MS;

/** Locks the addresses against concurrent changes, in a fixed order to avoid deadlocks. */
const lockEmails = async (
  transaction: Transaction<Schema>,
  ...emails: readonly string[]
): Promise<void> => {
  for (const email of emails.toSorted()) await oneAtATime(transaction, `address ${email}`);
};

/** Mails the link of a change. Its tokens are made in the job, so that the queue holds nothing usable. */
const mailLink = (
  accounts: AccountsContext,
  purpose: 'change-email' | 'undo-email',
  { userId, email, language }: z.output<typeof mailPayload>,
): Promise<void> =>
  sendLink(accounts, { email, isProven: purpose === 'undo-email' }, async () => {
    const { database, clock } = accounts;
    const token = await database.transaction().execute(async (transaction) => {
      await lockMailLinksOf(transaction, userId);
      return addMailLinkToken(transaction, { id: userId, email }, purpose, clock.now());
    });
    return token === null ? null : { purpose, token, userId, language };
  });

export const registerEmailChangeJobs = (accounts: AccountsContext): void => {
  const { database, clock, jobs } = accounts;
  jobs.work(changeMailJob, async (payload) => {
    const { userId, email } = payload;
    if ((await findUserByEmail(database, email)) !== null) return;
    if (await isHeldFree(database, email, userId, clock.now())) return;
    await mailLink(accounts, 'change-email', payload);
  });
  jobs.work(undoMailJob, (payload) => mailLink(accounts, 'undo-email', payload));
};

export const getEmail: AccountCall<typeof calls.getEmail> = async (
  { database, clock, mailer },
  { user: caller },
) => {
  const user = await requireUserRow(database, caller.id);
  const pending = await database
    .selectFrom('mail_links')
    .select(['email', 'expires_at'])
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'change-email')
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  return {
    address: {
      email: user.email,
      confirmed: user.email_confirmed_at !== null,
      mails: mailer.enabled,
      pending:
        pending === undefined
          ? null
          : { email: pending.email, until: pending.expires_at.toISOString() },
    },
  };
};

/** Mails a link to the new address. Does not reveal whether another account has it. */
export const askToChangeEmail = async (
  { database, clock, jobs }: AccountsContext,
  user: UserRow,
  email: string,
  language: LanguageCode,
): Promise<void> => {
  await database.transaction().execute(async (transaction) => {
    // One of two requests at once sees the link of the other, and the password may be another one since.
    const current = await lockMailLinksOf(transaction, user.id);
    if (current?.password_hash !== user.password_hash) throw new CallError('session_expired');
    const now = clock.now();
    await endChangeLinksOf(transaction, user.id, new Date(now));
    if (email === user.email) return;
    await createMailLink(transaction, { id: user.id, email }, 'change-email', now);
    await renewChangeLinks(transaction, { id: user.id, email }, now);
    await jobs.enqueueWithin(transaction, changeMailJob, { userId: user.id, email, language });
  });
};

/** Sets the confirmed address and reserves the former one for its owner, who is mailed if it was proven. */
const change = (
  { database, clock, jobs }: AccountsContext,
  token: string,
  { user, email }: EmailLink,
  language: LanguageCode,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await lockEmails(transaction, user.email, email);
    const now = clock.now();
    await takeMailLink(transaction, user.id, token, now);
    if (await isHeldFree(transaction, email, user.id, now))
      throw new CallError('mail_link_invalid');
    const changed = await transaction
      .updateTable('users')
      .set({ email, email_confirmed_at: new Date(now) })
      .where('id', '=', user.id)
      .where('email', '=', user.email)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new CallError('mail_link_invalid');
    await endMailLinksOf(transaction, user.id, new Date(now));
    if (user.email_confirmed_at === null) return;
    await createMailLink(transaction, user, 'undo-email', now);
    const former = { userId: user.id, email: user.email, language };
    await jobs.enqueueWithin(transaction, undoMailJob, former);
  });

/** Throws `mail_link_invalid`, also if another account took the address meanwhile. */
export const confirmNewEmail: AccountCall<typeof calls.confirmNewEmail> = async (
  accounts,
  { body: { token }, request },
) => {
  const { database, clock, logger } = accounts;
  await takeAttempt(accounts, 'mailTokenByNetwork', request.ip);
  const link = await findEmailLink(database, token, 'change-email', clock.now());
  if (link === null) throw new CallError('mail_link_invalid');
  await change(accounts, token, link, languageOf(request)).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new CallError('mail_link_invalid', { cause: error }) : error;
  });
  const { user, email } = link;
  await forgiveAttempts(accounts, 'mailToUnproven', email);
  logger.info({ event: 'email_changed', userId: user.id, address: request.ip }, 'email changed');
  return {};
};

/** Returns the account to its former address. Throws `mail_link_invalid`, `validation_failed`. */
export const undoEmailChange: AccountCall<typeof calls.undoEmailChange> = async (
  accounts,
  { body: { token, password }, request },
) => {
  const { database, clock, hasher, logger } = accounts;
  await takeAttempt(accounts, 'mailTokenByNetwork', request.ip);
  const link = await findEmailLink(database, token, 'undo-email', clock.now());
  if (link === null) throw new CallError('mail_link_invalid');
  const { user, email, expiresAt } = link;
  await requireStrongPassword(accounts, 'password', password, [user.name, email]);
  const password_hash = await hasher.hash(password, { line: 'known', share: user.id });
  const ended = await database.transaction().execute(async (transaction) => {
    const now = await findUser(transaction, user.id);
    await lockEmails(transaction, now?.email ?? email, email);
    await takeMailLink(transaction, user.id, token, clock.now());
    // Later changes are undone too; links mailed for earlier changes stay valid.
    await transaction
      .deleteFrom('mail_links')
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'undo-email')
      .where('expires_at', '>=', expiresAt)
      .execute();
    const email_confirmed_at = new Date(clock.now());
    // Older factors stay, because they protect against a reader of the former mailbox.
    const since = new Date(expiresAt.getTime() - UNDO_LIFETIME_MS - SUSPECT_MS);
    const change = { email, email_confirmed_at, password_hash };
    return regainAccount(accounts, transaction, user.id, { change, since });
  });
  publishEnded(accounts, ended);
  const details = { event: 'email_change_undone', userId: user.id, address: request.ip };
  logger.info(details, 'account regained');
  return {};
};
