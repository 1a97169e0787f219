import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  confirmNewsletter,
  leaveNewsletter,
  readSite,
  subscribeNewsletter,
  SUBSCRIPTIONS_PER_HOUR,
} from '@izgodno/contract/pages/calls';
import type { Settings } from '#config/settings.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Networks } from '#platform/networks.ts';
import { writeConfirmation } from './newsletter-mail.ts';

const HOUR_MS = 60 * 60_000;
const TOKEN_BYTES = 32;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface NewsletterOptions {
  readonly settings: Pick<Settings, 'SITE_NAME' | 'BASE_URL' | 'PORT' | 'SOCIAL_LINKS'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly networks: Networks;
  readonly mailer: Mailer;
}

/**
 * Subscriptions to the newsletter with double opt-in: an address counts once its owner has opened the
 * link that was mailed to it. Nothing tells whether an address is subscribed.
 */
export const registerNewsletter = (app: FastifyInstance, options: NewsletterOptions): void => {
  const { settings, database, clock, networks, mailer } = options;
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`;

  addCall(app, readSite, async () => ({
    newsletter: mailer.enabled,
    socialLinks: settings.SOCIAL_LINKS,
  }));

  addCall(app, subscribeNewsletter, async ({ body, request }) => {
    if (!mailer.enabled) throw new CallError('not_found');
    const now = clock.now();
    const network = await networks.ofToday(request.ip);
    const { asked } = await database
      .selectFrom('newsletter_subscriptions')
      .select(({ fn }) => fn.countAll<number>().as('asked'))
      .where('network', '=', network)
      .where('asked_at', '>', new Date(now - HOUR_MS))
      .executeTakeFirstOrThrow();
    if (asked >= SUBSCRIPTIONS_PER_HOUR)
      throw new CallError('rate_limited', { retryAfter: HOUR_MS / 1000 });

    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const row = {
      language: body.language,
      token_hash: hashToken(token),
      network,
      asked_at: new Date(now),
    };
    const [stored] = await database
      .insertInto('newsletter_subscriptions')
      .values({ email: body.email.toLowerCase(), ...row, confirmed_at: null })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet(row)
          .where('newsletter_subscriptions.confirmed_at', 'is', null)
          // A mail an hour to an address, however often and from wherever it is asked for.
          .where('newsletter_subscriptions.asked_at', '<', new Date(now - HOUR_MS)),
      )
      .returning('email')
      .execute();
    // Who has the newsletter already gets no second mail, and the answer does not tell.
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

  addCall(app, leaveNewsletter, async ({ body }) => {
    const { numDeletedRows } = await database
      .deleteFrom('newsletter_subscriptions')
      .where('token_hash', '=', hashToken(body.token))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new CallError('not_found');
    return {};
  });
};
