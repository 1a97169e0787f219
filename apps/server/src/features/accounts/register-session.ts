import type { FastifyInstance } from 'fastify';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import * as calls from '@izgodno/contract/accounts/calls';
import * as emailCalls from '@izgodno/contract/accounts/email-calls';
import * as factorCalls from '@izgodno/contract/accounts/factor-calls';
import * as keyCalls from '@izgodno/contract/accounts/key-calls';
import * as mailCalls from '@izgodno/contract/accounts/mail-calls';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { addEncodedCall, createCallAdder } from '#platform/http/add-call.ts';
import { registerAuthenticator } from '#platform/http/authentication.ts';
import { AccessTokens } from './access-tokens.ts';
import { AccountData, type EndAccess } from './account-data.ts';
import { registerAdministration } from './administration/register-administration.ts';
import type { AccountsContext } from './accounts-context.ts';
import * as accountCalls from './accounts.ts';
import { sweepAttempts } from './attempt-limits.ts';
import * as emailChange from './email-change.ts';
import { confirmAdministrator, makeFirstAdministrator } from './first-administrator.ts';
import { deleteOldDevices, readDevicesOf } from './known-devices.ts';
import { readKeysOf } from './keys/key-repository.ts';
import * as keys from './keys/keys.ts';
import { deleteExpiredMailLinks } from './mail-links.ts';
import * as recovery from './recovery.ts';
import { deleteExpiredChallenges } from './second-factor/challenges.ts';
import * as factors from './second-factor/factors.ts';
import { registerAccountEndMails } from './account-end-mails.ts';
import { registerSecurityMails } from './second-factor/security-mails.ts';
import * as steps from './second-factor/sign-in-steps.ts';
import { createSessionCookies } from './session-cookies.ts';
import { deleteExpiredSessions, findBrowserLanguage } from './session-repository.ts';
import * as sessions from './sessions.ts';
import { sweepSignInDelays } from './sign-in-guard.ts';
import { login } from './sign-in.ts';

const SWEEP_INTERVAL_MS = HOUR_MS;

export interface SessionDependencies extends Omit<
  AccountsContext,
  'logger' | 'cookies' | 'accountData'
> {
  readonly accessEndings: readonly EndAccess[];
}

const addSessionCalls = (app: FastifyInstance, accounts: AccountsContext): void => {
  const add = createCallAdder(app, accounts);

  add(calls.login, login);
  add(calls.refresh, sessions.refresh);
  add(calls.logout, sessions.logout);
  add(calls.listSessions, sessions.listSessions);
  add(calls.revokeSession, sessions.revokeSession);
  add(calls.logoutEverywhere, sessions.logoutEverywhere);
  add(calls.signUserOut, sessions.signUserOut);

  add(factorCalls.askForPasskey, steps.askForPasskey);
  add(factorCalls.signInWithPasskey, steps.signInWithPasskey);
  add(factorCalls.finishWithTotp, steps.finishWithTotp);
  add(factorCalls.finishWithRecoveryCode, steps.finishWithRecoveryCode);
  add(factorCalls.finishWithPasskey, steps.finishWithPasskey);
};

const addAccountCalls = (app: FastifyInstance, accounts: AccountsContext): void => {
  const add = createCallAdder(app, accounts);

  add(calls.register, accountCalls.register);
  add(calls.getMe, accountCalls.getMe);
  add(calls.changePassword, accountCalls.changePassword);
  add(calls.changeEmail, accountCalls.changeEmail);
  add(calls.deleteAccount, accountCalls.deleteAccount);
  addEncodedCall(app, exportAccount, (request) => accountCalls.exportAccount(accounts, request));
  add(calls.changeRole, accountCalls.changeRole);

  add(keyCalls.listApiKeys, keys.listApiKeys);
  add(keyCalls.createApiKey, keys.createApiKey);
  add(keyCalls.revokeApiKey, keys.revokeApiKey);

  add(mailCalls.getSignInOptions, recovery.getSignInOptions);
  add(mailCalls.forgotPassword, recovery.forgotPassword);
  add(mailCalls.resetPassword, recovery.resetPassword);
  add(mailCalls.confirmEmail, recovery.confirmEmail);

  add(emailCalls.getEmail, emailChange.getEmail);
  add(emailCalls.sendConfirmation, recovery.sendConfirmation);
  add(emailCalls.confirmNewEmail, emailChange.confirmNewEmail);
  add(emailCalls.undoEmailChange, emailChange.undoEmailChange);
  add(emailCalls.confirmAdministrator, confirmAdministrator);
  add(emailCalls.makeFirstAdministrator, makeFirstAdministrator);

  add(factorCalls.getFactors, factors.getFactors);
  add(factorCalls.askToAddPasskey, factors.askToAddPasskey);
  add(factorCalls.addPasskey, factors.addPasskey);
  add(factorCalls.renamePasskey, factors.renamePasskey);
  add(factorCalls.removePasskey, factors.removePasskey);
  add(factorCalls.setUpTotp, factors.setUpTotp);
  add(factorCalls.confirmTotp, factors.confirmTotp);
  add(factorCalls.removeTotp, factors.removeTotp);
  add(factorCalls.renewRecoveryCodes, factors.renewRecoveryCodes);
};

const sweep = (accounts: AccountsContext): void => {
  const { database, clock, logger } = accounts;
  const now = clock.now();
  const at = new Date(now);
  Promise.all([
    deleteExpiredSessions(database, at),
    deleteExpiredMailLinks(database, at),
    sweepAttempts(accounts),
    sweepSignInDelays(accounts),
    deleteOldDevices(database, now),
    deleteExpiredChallenges(database, at),
  ]).catch((error: unknown) => {
    logger.warn({ err: error }, 'deletion of expired sessions failed');
  });
};

/**
 * Registers the calls of accounts and sessions, and authenticates the calls of every other feature.
 * Returns the list in which features register their data about users.
 */
export const registerSession = (
  app: FastifyInstance,
  dependencies: SessionDependencies,
): AccountData => {
  const { settings, clock } = dependencies;
  const accountData = new AccountData(dependencies.accessEndings);
  const accounts: AccountsContext = {
    ...dependencies,
    accountData,
    logger: app.log,
    cookies: createSessionCookies(settings, clock),
  };
  const accessTokens = new AccessTokens(accounts);
  registerAuthenticator(app, accessTokens);

  recovery.registerRecoveryJobs(accounts);
  emailChange.registerEmailChangeJobs(accounts);
  registerSecurityMails(accounts);
  registerAccountEndMails(accounts);
  registerAdministration(app, accounts);
  addSessionCalls(app, accounts);
  addAccountCalls(app, accounts);
  accountData.exports('browserLanguage', (userId) =>
    findBrowserLanguage(accounts.database, userId),
  );
  accountData.exports('signIn', (userId) => factors.readFactors(accounts, userId));
  accountData.exports('knownBrowsers', (userId) => readDevicesOf(accounts.database, userId));
  accountData.exports('apiKeys', async (userId) => [
    ...(await readKeysOf(accounts.database, userId)),
  ]);

  const timer = setInterval(() => sweep(accounts), SWEEP_INTERVAL_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    accessTokens.close();
  });
  return accountData;
};
