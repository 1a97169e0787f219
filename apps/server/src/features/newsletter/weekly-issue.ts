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
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { showMoney } from '#platform/locale-format.ts';
import { createToken } from '#platform/tokens.ts';
import { unlinkedText } from '#platform/mail/unlinked-text.ts';

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
    leave: 'Спиране на бюлетина',
  },
} as const;

const priceLine = (deal: Deal, language: LanguageCode): string => {
  const price = showMoney(deal.price, language);
  if (deal.originalPrice === undefined || deal.discountPercent === undefined) return price;
  const before = wordings[language].before(showMoney(deal.originalPrice, language));
  return `${price} ${before} (−${deal.discountPercent}%)`;
};

const imageOf = (deal: Deal, baseUrl: string): string | undefined => {
  const url = deal.media.find(({ kind }) => kind === 'image')?.url;
  return url === undefined ? undefined : new URL(url, baseUrl).href;
};

/** An issue of the newsletter for one subscriber. */
const composeIssue = (options: IssueOptions): Mail => {
  const { to, language, deals, siteName, baseUrl, leaveToken } = options;
  const words = wordings[language];
  const leaveUrl = `${baseUrl}/newsletter/leave?lang=${language}#token=${leaveToken}`;
  return {
    kind: 'newsletter',
    to,
    subject: `${words.title} - ${siteName}`,
    ...layOutMail({
      language,
      siteName,
      baseUrl,
      before: [words.title],
      items: deals.map((deal) => ({
        title: unlinkedText(deal.title),
        text: priceLine(deal, language),
        url: `${baseUrl}/deals/${deal.id}?lang=${language}`,
        image: imageOf(deal, baseUrl),
      })),
      footer: [{ text: words.leave, url: leaveUrl }],
    }),
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

export interface IssueContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly trending: TrendingDeals;
  readonly logger: FastifyBaseLogger;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
}

interface Subscriber {
  readonly email: string;
  readonly language: LanguageCode;
  readonly leaveToken: string;
}

const subscribersWithout = (
  { database }: IssueContext,
  issue: string,
): AsyncGenerator<{ readonly email: string }> =>
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
const mark = async (
  { database }: IssueContext,
  email: string,
  issue: string,
): Promise<Subscriber | null> => {
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

const unmark = async ({ database }: IssueContext, email: string): Promise<void> => {
  await database
    .updateTable('newsletter_subscriptions')
    .set({ last_issue: null })
    .where('email', '=', email)
    .execute();
};

/** False after a temporary error of the mail server. */
const send = async (
  context: IssueContext,
  { email, language, leaveToken }: Subscriber,
  deals: readonly Deal[],
): Promise<boolean> => {
  const { mailer, logger, siteName, baseUrl } = context;
  try {
    await mailer.send(composeIssue({ to: email, language, deals, siteName, baseUrl, leaveToken }));
    return true;
  } catch (error) {
    if (error instanceof UndeliverableError) {
      logger.info({ event: 'mail_undeliverable', err: error }, 'newsletter refused');
      return true;
    }
    logger.warn({ err: error }, 'sending the newsletter failed');
    await unmark(context, email);
    return false;
  }
};

/**
 * Sends the week's issue to every confirmed subscriber who has not got it yet; may run any number
 * of times. A subscriber is marked before the mail is sent, so that after a crash they miss this
 * issue rather than get it twice. The mark is removed only after a temporary error of the mail
 * server, so that the next run retries; an address that rejects the mail stays marked.
 */
export const sendWeeklyIssue = async (
  context: IssueContext,
  signal: AbortSignal,
): Promise<void> => {
  const { clock, mailer, trending } = context;
  if (!mailer.enabled) return;
  const deals = await trending.top(DEALS_IN_AN_ISSUE);
  if (deals.length === 0) return;
  const issue = mondayOf(clock.now());
  let failures = 0;
  for await (const { email } of subscribersWithout(context, issue)) {
    signal.throwIfAborted();
    const subscriber = await mark(context, email, issue);
    if (subscriber === null) continue;
    failures = (await send(context, subscriber, deals)) ? 0 : failures + 1;
    if (failures === FAILURES_IN_A_ROW) return;
  }
};
