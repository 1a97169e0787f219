import type { FastifyInstance, FastifyReply } from 'fastify';
import * as calls from '@izgodno/contract/accounts/factor-calls';
import type { Passkey } from '@izgodno/contract/accounts/passkeys';
import type { Role, SessionTokens } from '@izgodno/contract/accounts/session';
import { addCall } from '#platform/http/add-call.ts';
import type { AttemptLimiter } from '../attempt-limits.ts';
import { presentTokens } from '../present.ts';
import type { SessionCookies } from '../session-cookies.ts';
import { originOf } from '../session-routes.ts';
import type { BegunSession } from '../session-service.ts';
import type { PasskeyRow } from './factor-repository.ts';
import type { FactorService } from './factor-service.ts';
import type { BeginSession, SignInSteps } from './sign-in-steps.ts';

export interface FactorCallsOptions {
  readonly factors: FactorService;
  readonly steps: SignInSteps;
  readonly begin: BeginSession;
  readonly limits: AttemptLimiter;
  readonly cookies: SessionCookies;
  /** Whether a role needs a second factor. */
  readonly isRequired: (role: Role) => boolean;
}

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  synced: row.is_synced,
});

const addSettingsCalls = (
  app: FastifyInstance,
  { factors, isRequired }: FactorCallsOptions,
): void => {
  addCall(app, calls.getFactors, async ({ user }) => {
    const { role, passkeys, totpSince, ...rest } = await factors.read(user);
    return {
      ...rest,
      passkeys: passkeys.map(presentPasskey),
      totpSince: totpSince?.toISOString() ?? null,
      required: isRequired(role),
    };
  });

  addCall(app, calls.askToAddPasskey, async ({ body, user }) => ({
    options: await factors.askToAddPasskey(user, body.currentPassword),
  }));

  addCall(app, calls.addPasskey, async ({ body, user }) => {
    const { passkey, recoveryCodes } = await factors.addPasskey(user, body.name, body.created);
    return { passkey: presentPasskey(passkey), recoveryCodes };
  });

  addCall(app, calls.renamePasskey, async ({ params, body, user }) => {
    await factors.renamePasskey(user, params.id, body.name);
    return {};
  });

  addCall(app, calls.removePasskey, async ({ params, body, user }) => {
    await factors.removePasskey(user, params.id, body.currentPassword);
    return {};
  });

  addCall(app, calls.setUpTotp, async ({ body, user }) =>
    factors.setUpTotp(user, body.currentPassword),
  );

  addCall(app, calls.confirmTotp, async ({ body, user }) => ({
    recoveryCodes: await factors.confirmTotp(user, body.code),
  }));

  addCall(app, calls.removeTotp, async ({ body, user }) => {
    await factors.removeTotp(user, body.currentPassword);
    return {};
  });

  addCall(app, calls.renewRecoveryCodes, async ({ body, user }) => ({
    recoveryCodes: await factors.renewRecoveryCodes(user, body.currentPassword),
  }));
};

/** The calls of passkeys, authenticator apps and recovery codes. */
export const addFactorCalls = (app: FastifyInstance, options: FactorCallsOptions): void => {
  const { steps, begin, limits, cookies } = options;
  addSettingsCalls(app, options);

  const give = (reply: FastifyReply, signedIn: BegunSession): SessionTokens => {
    cookies.set(reply, signedIn.tokens);
    cookies.rememberDevice(reply, signedIn.deviceToken);
    return presentTokens(signedIn);
  };

  addCall(app, calls.askForPasskey, async ({ request }) => {
    await limits.take('passkeyByNetwork', request.ip);
    return { options: await steps.askForPasskey() };
  });

  addCall(app, calls.signInWithPasskey, async ({ body, request, reply }) => {
    await limits.take('passkeyByNetwork', request.ip);
    return give(
      reply,
      await steps.signInWithPasskey(body.assertion, originOf(request, cookies), begin),
    );
  });

  addCall(app, calls.finishWithTotp, async ({ body, request, reply }) => {
    const { challenge, code } = body;
    return give(
      reply,
      await steps.finishWithTotp(challenge, code, originOf(request, cookies), begin),
    );
  });

  addCall(app, calls.finishWithRecoveryCode, async ({ body, request, reply }) => {
    const { challenge, code } = body;
    return give(
      reply,
      await steps.finishWithRecoveryCode(challenge, code, originOf(request, cookies), begin),
    );
  });

  addCall(app, calls.finishWithPasskey, async ({ body, request, reply }) => {
    const { challenge, assertion } = body;
    return give(
      reply,
      await steps.finishWithPasskey(challenge, assertion, originOf(request, cookies), begin),
    );
  });
};
