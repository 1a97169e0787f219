import type { FastifyInstance } from 'fastify';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { registerAuthenticator } from '#platform/http/authentication.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createMediaCookie } from './media-cookie.ts';
import type { AccountData } from './account-data.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import { addRecoveryCalls } from './recovery-routes.ts';
import { createRecoveryService } from './recovery-service.ts';
import { createAccessTokens } from './access-tokens.ts';
import { addAccountCalls } from './account-routes.ts';
import { createAccountPartList } from './account-parts.ts';
import { createAccountService } from './account-service.ts';
import { addEmailCalls } from './email-routes.ts';
import { createEmailService } from './email-service.ts';
import { createAdministratorService } from './administrator-service.ts';
import { createAttemptLimiter } from './attempt-limits.ts';
import { createDeviceCookie } from './device-cookie.ts';
import { deleteOldDevices } from './known-devices.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { createRejectWeak } from './reject-weak.ts';
import { createRefreshCookie } from './refresh-cookie.ts';
import { createSessionCookies } from './session-cookies.ts';
import { createSecondFactor } from './second-factor/register-second-factor.ts';
import { addSessionCalls } from './session-routes.ts';
import { createSendLink } from './send-link.ts';
import { createSignInGuard } from './sign-in-guard.ts';
import { createSessionService } from './session-service.ts';

const SWEEP_INTERVAL_MS = 60 * 60_000;

export interface SessionDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
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
  readonly hasher: PasswordHasher;
  readonly audit: AuditTrail;
}

/**
 * Registers the calls of accounts and sessions, and authenticates the calls of every other feature.
 * Returns the list in which features register their data about users.
 */
export const registerSession = (
  app: FastifyInstance,
  { database, bus, clock, jobs, mailer, settings, hasher, audit }: SessionDependencies,
): AccountData => {
  const requiredOf: readonly Role[] = settings.REQUIRE_SECOND_FACTOR;
  const accessTokens = createAccessTokens(database, bus, clock, requiredOf);
  registerAuthenticator(app, accessTokens);

  const parts = createAccountPartList();
  const limits = createAttemptLimiter(database, clock, app.log);
  const rejectWeak = createRejectWeak({
    siteName: settings.SITE_NAME,
    breachedUrl: settings.BREACHED_PASSWORDS_URL,
    logger: app.log,
  });
  const shared = {
    rejectWeak: rejectWeak,
    database,
    bus,
    clock,
    hasher,
    limits,
    audit,
    logger: app.log,
  };
  const guard = createSignInGuard({ database, clock, limits, logger: app.log });
  const linkOrigin = settings.BASE_URL ?? `http://localhost:${settings.PORT}`;
  const secondFactor = createSecondFactor(app, {
    ...shared,
    jobs,
    mailer,
    siteName: settings.SITE_NAME,
    baseUrl: settings.BASE_URL,
    linkOrigin,
  });
  const sessions = createSessionService({
    ...shared,
    guard,
    lifetimes: settings.SESSION_PRESET,
    second: (user) => secondFactor.steps.second(user),
  });
  const sendLink = createSendLink({
    database,
    mailer,
    limits,
    logger: app.log,
    siteName: settings.SITE_NAME,
    baseUrl: linkOrigin,
  });
  const mailed = { ...shared, jobs, mailer, parts, sendLink, adminEmail: settings.ADMIN_EMAIL };
  const recovery = createRecoveryService(mailed);
  const addresses = createEmailService(mailed);
  const administrators = createAdministratorService(mailed);
  const accounts = createAccountService({ ...shared, parts, recovery, addresses });
  const cookies = createSessionCookies(
    createRefreshCookie({ baseUrl: settings.BASE_URL, origins: settings.CORS_ORIGINS, clock }),
    createMediaCookie(settings.BASE_URL, clock),
    createDeviceCookie(settings.BASE_URL),
  );

  addSessionCalls(app, sessions, cookies);
  addAccountCalls(app, { accounts, sessions, cookies, parts, clock });
  addRecoveryCalls(app, recovery);
  addEmailCalls(app, { accounts, addresses, recovery, administrators });
  secondFactor.register(
    {
      prove: accounts.prove,
      begin: sessions.begin,
      cookies,
      isRequired: (role) => requiredOf.includes(role),
    },
    parts,
  );

  const sweep = setInterval(() => {
    Promise.all([
      sessions.sweep(),
      recovery.sweep(),
      limits.sweep(),
      guard.sweep(),
      deleteOldDevices(database, clock.now()),
      secondFactor.steps.sweep(),
    ]).catch((error: unknown) => {
      app.log.warn({ err: error }, 'deletion of expired sessions failed');
    });
  }, SWEEP_INTERVAL_MS);
  sweep.unref();
  app.addHook('onClose', async () => {
    clearInterval(sweep);
    accessTokens.close();
  });
  return parts;
};
