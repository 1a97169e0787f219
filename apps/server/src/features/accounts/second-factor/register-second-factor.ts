import type { FastifyInstance } from 'fastify';
import type { AccountData } from '../account-data.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { AttemptLimiter } from '../attempt-limits.ts';
import { addFactorCalls, presentPasskey, type FactorCallsOptions } from './factor-routes.ts';
import { findTotp, listPasskeys } from './factor-repository.ts';
import { createFactorService, type FactorServiceOptions } from './factor-service.ts';
import { createPasskeySite } from './passkey-ceremony.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { createSecurityMails } from './security-mails.ts';
import { createSignInSteps } from './sign-in-steps.ts';

export interface SecondFactorDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly limits: AttemptLimiter;
  readonly siteName: string;
  /** The configured origin, because passkeys are bound to its host. */
  readonly baseUrl: string | undefined;
  /** Origin of the product, for links. */
  readonly linkOrigin: string;
}

/** Passkeys, authenticator apps and recovery codes; `register` adds their calls. */
export const createSecondFactor = (app: FastifyInstance, given: SecondFactorDependencies) => {
  const { database, siteName, baseUrl, linkOrigin } = given;
  const logger = app.log;
  const mails = createSecurityMails({ ...given, logger, siteName, baseUrl: linkOrigin });
  const shared = { ...given, logger, mails, site: createPasskeySite(siteName, baseUrl) };
  const steps = createSignInSteps(shared);
  return {
    steps,
    register(
      options: Pick<FactorServiceOptions, 'prove'> &
        Omit<FactorCallsOptions, 'factors' | 'steps' | 'limits'>,
      accountData: AccountData,
    ): void {
      const factors = createFactorService({ ...shared, prove: options.prove });
      addFactorCalls(app, { ...options, factors, steps, limits: given.limits });
      accountData.exports('signIn', async (userId) => {
        const [passkeys, totp, recoveryCodesLeft] = await Promise.all([
          listPasskeys(database, userId),
          findTotp(database, userId),
          countRecoveryCodes(database, userId),
        ]);
        return {
          passkeys: passkeys.map(presentPasskey),
          totpSince: totp?.confirmed_at?.toISOString() ?? null,
          recoveryCodesLeft,
        };
      });
    },
  };
};
