import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import type { AccountEmail } from '@izgodno/contract/accounts/email-calls';
import { MAIL_LINK_LIFETIME_MS } from '@izgodno/contract/accounts/mail-calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Schema } from '#schema/schema.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { CallError } from '#platform/http/errors.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import {
  createMailLink,
  deleteMailLinksOf,
  findEmailLink,
  isHeldFree,
  takeMailLink,
  type EmailLink,
} from './mail-links.ts';
import type { RecoveryOptions } from './recovery-service.ts';
import { regainAccount } from './regain-account.ts';
import type { SendLink } from './send-link.ts';
import { findUser, findUserByEmail, type UserRow } from './session-repository.ts';
import { announceEnded } from './session-revoked.ts';

const changeMailJob = defineJob({
  name: 'session.change-mail',
  payload: z.object({ userId: z.string(), email: z.string(), language: z.enum(languages) }),
});
const undoMailJob = defineJob({
  name: 'session.undo-mail',
  payload: z.object({ userId: z.string(), email: z.string(), language: z.enum(languages) }),
});

const UNDO_LIFETIME_MS = MAIL_LINK_LIFETIME_MS['undo-email'];
/** A hijacker who changes the address may have added factors this long before. */
const SUSPECT_MS = DAY_MS;

export interface EmailServiceOptions extends RecoveryOptions {
  readonly sendLink: SendLink;
}

export type EmailService = ReturnType<typeof createEmailService>;

/** Locks the addresses against concurrent changes, in a fixed order to avoid deadlocks. */
const holdEmails = async (
  transaction: Transaction<Schema>,
  ...emails: readonly string[]
): Promise<void> => {
  for (const email of emails.toSorted()) await oneAtATime(transaction, `address ${email}`);
};

/**
 * Changes email addresses. A new one takes effect once confirmed; the former one, if proven, can
 * then undo the change for seven days.
 */
export const createEmailService = (options: EmailServiceOptions) => {
  const {
    database,
    bus,
    clock,
    jobs,
    mailer,
    hasher,
    rejectWeak,
    limits,
    logger,
    parts,
    sendLink,
  } = options;

  const isFree = async (email: string, userId: string): Promise<boolean> =>
    (await findUserByEmail(database, email)) === null &&
    !(await isHeldFree(database, email, userId, clock.now()));

  jobs.work(changeMailJob, async ({ userId, email, language }) => {
    if (!(await isFree(email, userId))) return;
    await sendLink({ email, isProven: false }, async () => {
      const token = createToken();
      const { numUpdatedRows } = await database
        .updateTable('mail_links')
        .set({ token_hash: hashToken(token) })
        .where('user_id', '=', userId)
        .where('email', '=', email)
        .where('purpose', '=', 'change-email')
        .executeTakeFirst();
      return numUpdatedRows === 0n ? null : { purpose: 'change-email', token, userId, language };
    });
  });

  jobs.work(undoMailJob, async ({ userId, email, language }) => {
    await sendLink({ email, isProven: true }, async () => {
      const token = createToken();
      const { numUpdatedRows } = await database
        .updateTable('mail_links')
        .set({ token_hash: hashToken(token) })
        .where('user_id', '=', userId)
        .where('email', '=', email)
        .where('purpose', '=', 'undo-email')
        .executeTakeFirst();
      return numUpdatedRows === 0n ? null : { purpose: 'undo-email', token, userId, language };
    });
  });

  /** Sets the confirmed address and reserves the former one for its owner. */
  const change = (token: string, { user, email }: EmailLink): Promise<void> =>
    database.transaction().execute(async (transaction) => {
      await holdEmails(transaction, user.email, email);
      const now = clock.now();
      if (!(await takeMailLink(transaction, token))) throw new CallError('mail_link_invalid');
      if (await isHeldFree(transaction, email, user.id, now))
        throw new CallError('mail_link_invalid');
      const changed = await transaction
        .updateTable('users')
        .set({ email, email_confirmed_at: new Date(now) })
        .where('id', '=', user.id)
        .where('email', '=', user.email)
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n) throw new CallError('mail_link_invalid');
      await deleteMailLinksOf(transaction, user.id);
      // The token is made when the job runs, so that the queue holds nothing usable.
      if (user.email_confirmed_at !== null)
        await createMailLink(transaction, user, 'undo-email', now);
    });

  return {
    async read(user: UserRow): Promise<AccountEmail> {
      const pending = await database
        .selectFrom('mail_links')
        .select(['email', 'expires_at'])
        .where('user_id', '=', user.id)
        .where('purpose', '=', 'change-email')
        .where('expires_at', '>', new Date(clock.now()))
        .executeTakeFirst();
      return {
        email: user.email,
        confirmed: user.email_confirmed_at !== null,
        mails: mailer.enabled,
        pending:
          pending === undefined
            ? null
            : { email: pending.email, until: pending.expires_at.toISOString() },
      };
    },

    /** Mails a link to the new address. Does not reveal whether another account has it. */
    async askToChange(user: UserRow, email: string, language: LanguageCode): Promise<void> {
      await database.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('mail_links')
          .where('user_id', '=', user.id)
          .where('purpose', '=', 'change-email')
          .execute();
        if (email !== user.email)
          await createMailLink(transaction, { id: user.id, email }, 'change-email', clock.now());
      });
      if (email !== user.email)
        await jobs.enqueue(changeMailJob, { userId: user.id, email, language });
    },

    /** Throws `mail_link_invalid`, also if another account took the address meanwhile. */
    async confirmChange(token: string, address: string, language: LanguageCode): Promise<void> {
      await limits.take('mailTokenByNetwork', address);
      const link = await findEmailLink(database, token, 'change-email', clock.now());
      if (link === null) throw new CallError('mail_link_invalid');
      await change(token, link).catch((error: unknown) => {
        throw isUniqueViolation(error)
          ? new CallError('mail_link_invalid', { cause: error })
          : error;
      });
      const { user } = link;
      logger.info({ event: 'email_changed', userId: user.id, address }, 'email changed');
      if (user.email_confirmed_at !== null)
        await jobs.enqueue(undoMailJob, { userId: user.id, email: user.email, language });
    },

    /**
     * Returns the account to its former address. Throws `mail_link_invalid`, `validation_failed`.
     */
    async undoChange(token: string, password: string, address: string): Promise<void> {
      await limits.take('mailTokenByNetwork', address);
      const link = await findEmailLink(database, token, 'undo-email', clock.now());
      if (link === null) throw new CallError('mail_link_invalid');
      const { user, email, expiresAt } = link;
      await rejectWeak('password', password, [user.name, email]);
      const password_hash = await hasher.hash(password, { line: 'known', share: user.id });
      const ended = await database.transaction().execute(async (transaction) => {
        const now = await findUser(transaction, user.id);
        await holdEmails(transaction, now?.email ?? email, email);
        if (!(await takeMailLink(transaction, token))) throw new CallError('mail_link_invalid');
        // Later changes are undone too; links mailed for earlier changes stay valid.
        await transaction
          .deleteFrom('mail_links')
          .where('user_id', '=', user.id)
          .where('purpose', '=', 'undo-email')
          .where('expires_at', '>=', expiresAt)
          .execute();
        const email_confirmed_at = new Date(clock.now());
        const change = { email, email_confirmed_at, password_hash };
        // Older factors stay, because they protect against a reader of the former mailbox.
        const since = new Date(expiresAt.getTime() - UNDO_LIFETIME_MS - SUSPECT_MS);
        return regainAccount(transaction, parts, user.id, change, since);
      });
      announceEnded(bus, ended);
      logger.info({ event: 'email_change_undone', userId: user.id, address }, 'account regained');
    },
  };
};
