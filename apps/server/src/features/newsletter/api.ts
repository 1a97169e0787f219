import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import type { LanguageCode } from '@izgodno/contract/common/language';
import * as calls from '@izgodno/contract/newsletter/calls';
import type { Settings } from '#config/settings.ts';
import { siteOrigin } from '#config/site-origin.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { createCallAdder, type CallHandler } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { passOverForms } from '#platform/http/pass-over-forms.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { sendIfDeliverable, type Mail } from '#platform/mail/mailer.ts';
import { confirmedEmailOf, type AccountData } from '#features/accounts/api.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import type { Schema } from '#schema/schema.ts';
import { sendWeeklyIssue, type IssueContext } from './weekly-issue.ts';

const wordings = {
  en: {
    subject: (site: string) => `Confirm the ${site} newsletter`,
    before: (site: string) =>
      `We received a request to send the ${site} newsletter to this address. If it was you, please confirm it:`,
    button: 'Confirm',
    after: 'If it was not you, ignore this email: we will not write again.',
    leave: 'Stop the newsletter',
  },
  bg: {
    subject: (site: string) => `Потвърдете бюлетина на ${site}`,
    before: (site: string) =>
      `Получихме заявка за бюлетина на ${site} за този адрес. Ако е от Вас, моля, потвърдете я:`,
    button: 'Потвърдете',
    after: 'Ако не е от Вас, не е нужно да правите нищо: няма повече да Ви пишем.',
    leave: 'Спиране на бюлетина',
  },
} as const;

/**
 * Monday from 7 on, every hour, because later runs reach subscribers whom earlier ones could not.
 */
const ISSUE_HOURS = '0 7-18 * * 1';

const confirmationJob = defineJob({
  name: 'newsletter.confirmation',
  payload: z.strictObject({ email: z.string() }),
});
const weeklyJob = defineJob({ name: 'newsletter.weekly', payload: z.strictObject({}) });
const eraseUnconfirmedJob = defineJob({
  name: 'newsletter.erase-unconfirmed',
  payload: z.strictObject({}),
});

/** Anyone can enter the address of another, so an address that its owner does not confirm is erased. */
const UNCONFIRMED_LIFETIME_DAYS = 7;

interface NewsletterContext extends IssueContext {
  readonly pseudonyms: Pseudonyms;
  readonly jobs: Jobs;
}

/** Stores an unconfirmed subscription with the job of its mail, unless the address may get none now. */
const storeUnconfirmed = (
  { database, clock, jobs }: NewsletterContext,
  email: string,
  row: { readonly language: LanguageCode; readonly network: Buffer },
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    const now = clock.now();
    await oneAtATime(transaction, `newsletters from ${row.network.toString('hex')}`);
    const { asked } = await transaction
      .selectFrom('newsletter_subscriptions')
      .select(({ fn }) => fn.countAll<number>().as('asked'))
      .where('network', '=', row.network)
      .where('asked_at', '>', new Date(now - HOUR_MS))
      .executeTakeFirstOrThrow();
    if (asked >= calls.SUBSCRIPTIONS_PER_HOUR)
      throw new CallError('rate_limited', { retryAfter: HOUR_MS / 1000 });

    const fresh = { ...row, asked_at: new Date(now) };
    const stored = await transaction
      .insertInto('newsletter_subscriptions')
      .values({
        email: email.toLowerCase(),
        ...fresh,
        // The mail replaces this token, which is in no link.
        token_hash: hashToken(createToken()),
        confirmed_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet(fresh)
          .where('newsletter_subscriptions.confirmed_at', 'is', null)
          // One mail a day to an address, whatever the number and origin of requests.
          .where('newsletter_subscriptions.asked_at', '<', new Date(now - DAY_MS)),
      )
      .returning('email')
      .executeTakeFirst();
    if (stored !== undefined) await jobs.enqueueWithin(transaction, confirmationJob, { email });
  });

const subscribe: CallHandler<NewsletterContext, typeof calls.subscribeNewsletter> = async (
  context,
  { body: { email, language }, request },
) => {
  const { mailer, pseudonyms } = context;
  if (!mailer.enabled) throw new CallError('not_found');
  const network = await pseudonyms.ofToday(request.ip);
  // A subscriber gets no second mail, and the response does not reveal it.
  await storeUnconfirmed(context, email, { language, network });
  return {};
};

/** The token of the link that confirms an address; null if the address awaits no confirmation. */
const storeConfirmToken = async ({ database }: NewsletterContext, email: string) => {
  const unconfirmed = await database
    .updateTable('newsletter_subscriptions')
    .set((eb) => ({
      confirm_token: eb.fn.coalesce(eb.ref('confirm_token'), eb.val(createToken())),
    }))
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .returning(['language', 'confirm_token as token'])
    .executeTakeFirst();
  if (unconfirmed === undefined || unconfirmed.token === null) return null;
  const { language, token } = unconfirmed;
  await database
    .updateTable('newsletter_subscriptions')
    .set({ token_hash: hashToken(token) })
    .where('email', '=', email)
    .where('confirm_token', '=', token)
    .execute();
  return { language, token };
};

/**
 * Mails the link that confirms a subscription. All attempts have one token: of mails with one
 * Message-ID a mailbox keeps any.
 */
const mailConfirmation = async (context: NewsletterContext, email: string): Promise<void> => {
  const asked = await storeConfirmToken(context, email.toLowerCase());
  if (asked === null) return;
  const { siteName, baseUrl } = context;
  const { language, token } = asked;
  const link = `${baseUrl}/welcome?lang=${language}#newsletter=${token}`;
  const leaving = `${baseUrl}/newsletter/leave?lang=${language}#token=${token}`;
  const words = wordings[language];
  const mail: Mail = {
    kind: 'newsletter_confirmation',
    to: email,
    subject: words.subject(siteName),
    ...layOutMail({
      language,
      siteName,
      baseUrl,
      before: [words.before(siteName)],
      button: { text: words.button, url: link },
      after: [words.after],
      footer: [{ text: words.leave, url: leaving }],
    }),
  };
  await sendIfDeliverable(context, mail);
};

/** Also ends the links that would confirm them. */
const eraseUnconfirmed = async ({ database, clock }: NewsletterContext): Promise<void> => {
  await database
    .deleteFrom('newsletter_subscriptions')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', new Date(clock.now() - UNCONFIRMED_LIFETIME_DAYS * DAY_MS))
    .execute();
};

const confirm: CallHandler<NewsletterContext, typeof calls.confirmNewsletter> = async (
  { database, clock },
  { body },
) => {
  const { numUpdatedRows } = await database
    .updateTable('newsletter_subscriptions')
    .set({ confirmed_at: new Date(clock.now()), confirm_token: null })
    .where('token_hash', '=', hashToken(body.token))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new CallError('not_found');
  return {};
};

/** Accepts the link of any mail: of the confirmation or of an issue. */
const leave = async ({ database }: NewsletterContext, token: string): Promise<object> => {
  const { numDeletedRows } = await database
    .deleteFrom('newsletter_subscriptions')
    .where((expression) =>
      expression.or([
        expression('token_hash', '=', hashToken(token)),
        expression('leave_token', '=', token),
      ]),
    )
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new CallError('not_found');
  return {};
};

/** The subscription of an account's confirmed email. */
const readSubscriptionOf = async (
  { database }: NewsletterContext,
  userId: string,
): Promise<AccountParts['newsletter']> => {
  const row = await database
    .selectFrom('newsletter_subscriptions')
    .select(['language', 'asked_at', 'confirmed_at'])
    .where('email', '=', confirmedEmailOf(database, userId))
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    language: row.language,
    askedAt: row.asked_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
};

/** Ends the subscription that the export of the account has. */
const endSubscriptionOf = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> => {
  await transaction
    .deleteFrom('newsletter_subscriptions')
    .where('email', '=', confirmedEmailOf(transaction, userId))
    .execute();
};

export interface NewsletterOptions extends Omit<
  NewsletterContext,
  'logger' | 'siteName' | 'baseUrl'
> {
  readonly settings: Pick<Settings, 'SITE_NAME' | 'BASE_URL' | 'PORT'>;
  readonly accountData: AccountData;
}

/**
 * Subscriptions to the newsletter with double opt-in: an address counts once its owner has confirmed
 * it on the page of the mailed link. No response reveals whether an address is subscribed.
 * Subscribers get an issue each week.
 */
export const registerNewsletter = (
  app: FastifyInstance,
  { settings, accountData, ...shared }: NewsletterOptions,
): void => {
  const { jobs } = shared;
  const context: NewsletterContext = {
    ...shared,
    logger: app.log,
    siteName: settings.SITE_NAME,
    baseUrl: siteOrigin(settings),
  };
  accountData.exports('newsletter', (userId) => readSubscriptionOf(context, userId));
  accountData.onDeletion(endSubscriptionOf);
  const add = createCallAdder(app, context);
  add(calls.subscribeNewsletter, subscribe);
  add(calls.confirmNewsletter, confirm);
  add(calls.leaveNewsletter, (_, { body }) => leave(context, body.token));
  void app.register(async (forms) => {
    passOverForms(forms);
    createCallAdder(forms, context)(calls.unsubscribeNewsletter, (_, { query }) =>
      leave(context, query.token),
    );
  });
  jobs.work(confirmationJob, ({ email }) => mailConfirmation(context, email));
  jobs.work(weeklyJob, (_payload, signal) => sendWeeklyIssue(context, signal));
  jobs.schedule(weeklyJob, ISSUE_HOURS, {});
  jobs.work(eraseUnconfirmedJob, () => eraseUnconfirmed(context));
  jobs.schedule(eraseUnconfirmedJob, '53 3 * * *', {});
};
