import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import { type Mail, type Mailer, UndeliverableError } from '#platform/mail/mailer.ts';
import type { TrendingDeals } from '#features/engagement/api.ts';
import type { Deal } from '@izgodno/contract/deals/deal';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { showMoney } from '#platform/mail/mail-language.ts';

interface IssueOptions {
  readonly to: string;
  readonly language: LanguageCode;
  /** The best first. */
  readonly deals: readonly Deal[];
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly leaveToken: string;
}

const wordings = {
  en: {
    title: 'The best deals of the week',
    before: (price: string) => `instead of ${price}`,
    leave: 'Stop the newsletter',
  },
  bg: {
    title: 'Най-добрите оферти на седмицата',
    before: (price: string) => `вместо ${price}`,
    leave: 'Спрете бюлетина',
  },
} as const;

const priceLine = (deal: Deal, language: LanguageCode): string => {
  const price = showMoney(deal.price, language);
  if (deal.originalPrice === undefined || deal.discountPercent === undefined) return price;
  const before = wordings[language].before(showMoney(deal.originalPrice, language));
  return `${price} ${before} (−${deal.discountPercent}%)`;
};

const link = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** An issue of the newsletter for one subscriber. */
const composeIssue = (options: IssueOptions): Mail => {
  const { to, language, deals, siteName, baseUrl, leaveToken } = options;
  const words = wordings[language];
  const leaveUrl = `${baseUrl}/newsletter/leave?token=${leaveToken}&lang=${language}`;
  const entries = deals.map((deal) => ({
    title: withoutDirectionMarks(deal.title),
    price: priceLine(deal, language),
    url: `${baseUrl}/deals/${deal.id}?lang=${language}`,
  }));
  return {
    to,
    subject: `${words.title} - ${siteName}`,
    text: [
      words.title,
      ...entries.map(({ title, price, url }) => `${title}\n${price}\n${url}`),
      `--\n${words.leave}: ${leaveUrl}\n`,
    ].join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}"><body>`,
      `<h1>${escapeHtml(words.title)}</h1>`,
      ...entries.map(
        ({ title, price, url }) => `<p>${link(url, title)}<br>${escapeHtml(price)}</p>`,
      ),
      `<hr><p><small>${link(leaveUrl, words.leave)}</small></p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribeUrl: `${baseUrl}/api/newsletter/unsubscribe?token=${leaveToken}`,
  };
};

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
