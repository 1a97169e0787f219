import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { DEFAULT_LANGUAGE, type LanguageCode } from '@izgodno/contract/common/language';
import type { Settings } from '#config/settings.ts';
import { defineTopic, type Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import { browserLanguageOf } from '#platform/http/browser-language.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Database } from '#schema/schema.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { AccountData } from './account-data.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { EndedSession } from './session-repository.ts';

/** What the functions of accounts work with. */
export interface AccountsContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly hasher: PasswordHasher;
  readonly audit: AuditTrail;
  readonly logger: FastifyBaseLogger;
  readonly cookies: SessionCookies;
  /** The features' data about users. */
  readonly accountData: AccountData;
  /** The country of an IP, ISO 3166-1 in upper case; null if unknown. */
  readonly countryOf: (ip: string) => Promise<string | null>;
  readonly settings: Pick<
    Settings,
    | 'BASE_URL'
    | 'SESSION_PRESET'
    | 'ADMIN_EMAIL'
    | 'CORS_ORIGINS'
    | 'SITE_NAME'
    | 'PORT'
    | 'REQUIRE_SECOND_FACTOR'
    | 'BREACHED_PASSWORDS_URL'
  >;
}

/** The handler of a call on accounts. */
export type AccountCall<C extends Call> = CallHandler<AccountsContext, C>;

/** A session was revoked; nodes close what belongs to it. */
export const sessionRevoked = defineTopic(
  'session.revoked',
  z.object({ sessionId: z.string(), userId: z.string() }),
);

export const publishEnded = ({ bus }: AccountsContext, ended: readonly EndedSession[]): void => {
  for (const session of ended) bus.publish(sessionRevoked, session);
};

/** The origin of a request. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  /** The token of the cookie that marks a known browser, or null. */
  readonly deviceToken: string | null;
  /** The browser's language; null if it is none of the product's. */
  readonly language: LanguageCode | null;
}

export const originOf = ({ cookies }: AccountsContext, request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceToken: cookies.readDeviceToken(request),
  language: browserLanguageOf(request.headers),
});

/** The language for mails that a request causes, unless its user has chosen one. */
export const languageOf = ({ headers }: FastifyRequest): LanguageCode =>
  browserLanguageOf(headers) ?? DEFAULT_LANGUAGE;
