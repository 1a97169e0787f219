import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import { UndeliverableError, type Mailer } from '#platform/mail/mailer.ts';
import type { TrendingDeals } from '#features/engagement/api.ts';
import { composeIssue } from './issue-mail.ts';

const DEALS_IN_AN_ISSUE = 10;
/**
 * After this many consecutive failures the mail server counts as unavailable, because each attempt
 * takes seconds.
 */
const FAILURES_IN_A_ROW = 20;

/** The Monday, in UTC, of the week of a time, as `YYYY-MM-DD`. */
const mondayOf = (time: number): string => {
  const day = Math.floor(time / DAY_MS);
  // The first of January 1970 was a Thursday.
  const sinceMonday = (day + 3) % 7;
  return new Date((day - sinceMonday) * DAY_MS).toISOString().slice(0, 10);
};

export interface WeeklyIssueOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly trending: TrendingDeals;
  readonly logger: FastifyBaseLogger;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  /** An unguessable token. */
  readonly createToken: () => string;
}

interface Subscriber {
  readonly email: string;
  readonly language: LanguageCode;
  readonly leaveToken: string;
}

/**
 * Sends the week's issue to every confirmed subscriber who has not got it yet; may run any number
 * of times. A subscriber is marked before the mail is sent, so that after a crash they miss this
 * issue rather than get it twice. The mark is removed only after a temporary error of the mail
 * server, so that the next run retries; an address that rejects the mail stays marked.
 */
export const createWeeklyIssue = (
  options: WeeklyIssueOptions,
): ((signal: AbortSignal) => Promise<void>) => {
  const { database, clock, mailer, trending, logger, createToken } = options;

  const subscribersWithout = (issue: string): AsyncGenerator<{ readonly email: string }> =>
    readInPages<{ readonly email: string }, string>(
      (after, limit) =>
        database
          .selectFrom('newsletter_subscriptions')
          .select('email')
          .where('confirmed_at', 'is not', null)
          .where(sql<boolean>`last_issue IS DISTINCT FROM ${issue}::date`)
          .where('email', '>', after ?? '')
          .orderBy('email')
          .limit(limit)
          .execute(),
      ({ email }) => email,
    );

  /** Null if the subscriber has left since, or another run was first. */
  const mark = async (email: string, issue: string): Promise<Subscriber | null> => {
    const row = await database
      .updateTable('newsletter_subscriptions')
      .set((expression) => ({
        last_issue: issue,
        leave_token: expression.fn.coalesce('leave_token', expression.val(createToken())),
      }))
      .where('email', '=', email)
      .where('confirmed_at', 'is not', null)
      .where(sql<boolean>`last_issue IS DISTINCT FROM ${issue}::date`)
      .returning((expression) => [
        'language',
        expression.fn.coalesce('leave_token', expression.val('')).as('leaveToken'),
      ])
      .executeTakeFirst();
    return row === undefined ? null : { email, ...row };
  };

  const unmark = async (email: string): Promise<void> => {
    await database
      .updateTable('newsletter_subscriptions')
      .set({ last_issue: null })
      .where('email', '=', email)
      .execute();
  };

  /** False after a temporary error of the mail server. */
  const send = async (
    { email, language, leaveToken }: Subscriber,
    deals: Awaited<ReturnType<TrendingDeals['top']>>,
  ): Promise<boolean> => {
    const { siteName, baseUrl } = options;
    try {
      await mailer.send(
        composeIssue({ to: email, language, deals, siteName, baseUrl, leaveToken }),
      );
      return true;
    } catch (error) {
      if (error instanceof UndeliverableError) {
        logger.info({ event: 'mail_undeliverable', err: error }, 'newsletter refused');
        return true;
      }
      logger.warn({ err: error }, 'sending the newsletter failed');
      await unmark(email);
      return false;
    }
  };

  return async (signal) => {
    if (!mailer.enabled) return;
    const deals = await trending.top(DEALS_IN_AN_ISSUE);
    if (deals.length === 0) return;
    const issue = mondayOf(clock.now());
    let failures = 0;
    for await (const { email } of subscribersWithout(issue)) {
      signal.throwIfAborted();
      const subscriber = await mark(email, issue);
      if (subscriber === null) continue;
      failures = (await send(subscriber, deals)) ? 0 : failures + 1;
      if (failures === FAILURES_IN_A_ROW) return;
    }
  };
};
