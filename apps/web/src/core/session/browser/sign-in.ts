import { login, register } from '@izgodno/contract/accounts/calls';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import type { SessionTokens } from '@izgodno/contract/accounts/session';
import { api } from '#core/api/api.ts';
import { sessionOf } from '#core/session/stored-session.ts';
import { session } from './session.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Begins the session that the server gave. */
export const enterSession = (tokens: SessionTokens, registered = false): void => {
  session.dispatch({ kind: 'signed-in', session: sessionOf(tokens, Date.now()), registered });
};

/** Signs in; where the account has a second factor, returns how to go on. Throws `ApiError`. */
export const signIn = async (credentials: Credentials): Promise<SecondStep | null> => {
  const answer = await api.call(login, { body: credentials });
  if ('secondStep' in answer) return answer.secondStep;
  enterSession(answer);
  return null;
};

/** The account may be there, but its person is not signed in: the password was another's, say. */
export class SignInAfterRegistrationError extends Error {
  constructor(cause: unknown) {
    super('Registered, but not signed in', { cause });
    this.name = 'SignInAfterRegistrationError';
  }
}

/** Makes an account and signs in to it. Throws `ApiError` or `SignInAfterRegistrationError`. */
export const signUp = async (account: Credentials & { name: string }): Promise<void> => {
  await api.call(register, { body: account });
  const { email, password } = account;
  try {
    const answer = await api.call(login, { body: { email, password } });
    if ('secondStep' in answer) throw new Error('The account has a second factor.');
    enterSession(answer, true);
  } catch (cause) {
    throw new SignInAfterRegistrationError(cause);
  }
};
