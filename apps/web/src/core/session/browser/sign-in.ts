import { login, register } from '@izgodno/contract/accounts/calls';
import { secondStepSchema, type SecondStep } from '@izgodno/contract/accounts/second-factor';
import * as z from 'zod/mini';
import { api } from '#core/api/api.ts';
import { anyTokensSchema, sessionOf, type AnyTokens } from '#core/session/stored-session.ts';
import { session } from './session.ts';

const loginResponseSchema = z.union([z.object({ secondStep: secondStepSchema }), anyTokensSchema]);
const anyLogin = { ...login, response: loginResponseSchema };

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Starts the session that the server issued. */
export const enterSession = (tokens: AnyTokens, registered = false): void => {
  session.dispatch({ kind: 'signed-in', session: sessionOf(tokens, Date.now()), registered });
};

/** Signs in. If the account has a second factor, returns the next step. Throws `ApiError`. */
export const signIn = async (credentials: Credentials): Promise<SecondStep | null> => {
  const response = await api.call(anyLogin, { body: credentials });
  if ('secondStep' in response) return response.secondStep;
  enterSession(response);
  return null;
};

/**
 * The account may exist, but the user is not signed in, for example because the email belongs to
 * another account with another password.
 */
export class SignInAfterRegistrationError extends Error {
  constructor(cause: unknown) {
    super('Registered, but not signed in', { cause });
    this.name = 'SignInAfterRegistrationError';
  }
}

/** Creates an account and signs in. Throws `ApiError` or `SignInAfterRegistrationError`. */
export const signUp = async (account: Credentials & { name: string }): Promise<void> => {
  await api.call(register, { body: account });
  const { email, password } = account;
  try {
    const response = await api.call(anyLogin, { body: { email, password } });
    if ('secondStep' in response) throw new Error('The account has a second factor.');
    enterSession(response, true);
  } catch (cause) {
    throw new SignInAfterRegistrationError(cause);
  }
};
