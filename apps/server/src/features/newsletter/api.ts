import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import {
  confirmNewsletter,
  leaveNewsletter,
  subscribeNewsletter,
  SUBSCRIPTIONS_PER_HOUR,
  unsubscribeNewsletter,
} from '@izgodno/contract/newsletter/calls';
import { readSite } from '@izgodno/contract/site/calls';
import type { Settings } from '#config/settings.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { passOverForms } from '#platform/http/pass-over-forms.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import type { TrendingDeals } from '#features/engagement/api.ts';
import { createWeeklyIssue } from './weekly-issue.ts';
import type { LanguageCode } from '@izgodno/contract/common/language';

interface ConfirmationOptions {
  readonly to: string;
  readonly language: LanguageCode;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly token: string;
}

const wordings = {
  en: (site: string, link: string, leaving: string) => ({
    subject: `Confirm the ${site} newsletter`,
    text: `Somebody, hopefully you, asked for the ${site} newsletter for this address.\n\nConfirm it here:\n${link}\n\nIf it was not you, do nothing: we will not write again.\n\nTo stop it at any time:\n${leaving}\n`,
  }),
  bg: (site: string, link: string, leaving: string) => ({
    subject: `Потвърдете бюлетина на ${site}`,
    text: `Някой – надяваме се, че сте Вие – поиска бюлетина на ${site} за този адрес.\n\nПотвърдете тук:\n${link}\n\nАко не сте били Вие, не правете нищо: няма да Ви пишем повече.\n\nЗа да го спрете по всяко време:\n${leaving}\n`,
  }),
} as const;

/** The mail with the link that proves an email address. */
const writeConfirmation = (options: ConfirmationOptions): Mail => {
  const link = `${options.baseUrl}/welcome?newsletter=${options.token}&lang=${options.language}`;
  const leaving = `${options.baseUrl}/newsletter/leave?token=${options.token}&lang=${options.language}`;
  return { to: options.to, ...wordings[options.language](options.siteName, link, leaving) };
};

/**
 * Monday from 7 on, every hour, because later runs reach subscribers whom earlier ones could not.
 */
const ISSUE_HOURS = '0 7-18 * * 1';

const weeklyJob = defineJob({ name: 'newsletter.weekly', payload: z.strictObject({}) });

export interface NewsletterOptions {
  readonly settings: Pick<Settings, 'SITE_NAME' | 'BASE_URL' | 'PORT' | 'SOCIAL_LINKS'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly networks: Pseudonyms;
  readonly mailer: Mailer;
  readonly jobs: Jobs;
  readonly trending: TrendingDeals;
}

/**
 * Subscriptions to the newsletter with double opt-in: an address counts once its owner has opened
 * the mailed link. No response reveals whether an address is subscribed. Subscribers get an issue
 * each week.
 */
export const registerNewsletter = (app: FastifyInstance, options: NewsletterOptions): void => {
  const { settings, database, clock, networks, mailer, jobs, trending } = options;
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`;

  addCall(app, readSite, async () => ({
    newsletter: mailer.enabled,
    socialLinks: settings.SOCIAL_LINKS,
  }));

  addCall(app, subscribeNewsletter, async ({ body, request }) => {
    if (!mailer.enabled) throw new CallError('not_found');
    const now = clock.now();
    const network = await networks.ofToday(request.ip);
    const token = createToken();
    const row = {
      language: body.language,
      token_hash: hashToken(token),
      network,
      asked_at: new Date(now),
    };
    const [stored] = await database.transaction().execute(async (transaction) => {
      await oneAtATime(transaction, `newsletters from ${network.toString('hex')}`);
      const { asked } = await transaction
        .selectFrom('newsletter_subscriptions')
        .select(({ fn }) => fn.countAll<number>().as('asked'))
        .where('network', '=', network)
        .where('asked_at', '>', new Date(now - HOUR_MS))
        .executeTakeFirstOrThrow();
      if (asked >= SUBSCRIPTIONS_PER_HOUR)
        throw new CallError('rate_limited', { retryAfter: HOUR_MS / 1000 });

      return transaction
        .insertInto('newsletter_subscriptions')
        .values({ email: body.email.toLowerCase(), ...row, confirmed_at: null })
        .onConflict((conflict) =>
          conflict
            .column('email')
            .doUpdateSet(row)
            .where('newsletter_subscriptions.confirmed_at', 'is', null)
            // One mail a day to an address, whatever the number and origin of requests.
            .where('newsletter_subscriptions.asked_at', '<', new Date(now - DAY_MS)),
        )
        .returning('email')
        .execute();
    });
    // A subscriber gets no second mail, and the response does not reveal it.
    if (stored !== undefined)
      await mailer.send(
        writeConfirmation({
          to: body.email,
          language: body.language,
          siteName: settings.SITE_NAME,
          baseUrl,
          token,
        }),
      );
    return {};
  });

  addCall(app, confirmNewsletter, async ({ body }) => {
    const { numUpdatedRows } = await database
      .updateTable('newsletter_subscriptions')
      .set({ confirmed_at: new Date(clock.now()) })
      .where('token_hash', '=', hashToken(body.token))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new CallError('not_found');
    return {};
  });

  /** Accepts the link of any mail: of the confirmation or of an issue. */
  const leave = async (token: string): Promise<void> => {
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
  };

  addCall(app, leaveNewsletter, async ({ body }) => {
    await leave(body.token);
    return {};
  });

  void app.register(async (calls) => {
    passOverForms(calls);
    addCall(calls, unsubscribeNewsletter, async ({ query }) => {
      await leave(query.token);
      return {};
    });
  });

  const sendIssue = createWeeklyIssue({
    database,
    clock,
    mailer,
    trending,
    logger: app.log,
    siteName: settings.SITE_NAME,
    baseUrl,
    createToken,
  });
  jobs.work(weeklyJob, (_payload, signal) => sendIssue(signal));
  jobs.schedule(weeklyJob, ISSUE_HOURS, {});
};
