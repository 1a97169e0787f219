import { sessionFieldFaults } from '@izgodno/contract/session/limits';
import { CallError } from '#platform/http/errors.ts';
import { isWeakPassword } from './password-strength.ts';

/** Throws `validation_failed` for a password that is easily guessed, also by what is known of its person. */
export const refuseWeak = async (
  field: 'password' | 'newPassword',
  password: string,
  personal: readonly string[],
): Promise<void> => {
  if (!(await isWeakPassword(password, personal))) return;
  const fault = {
    code: sessionFieldFaults.passwordTooWeak,
    message: 'This password is easily guessed.',
  };
  throw new CallError('validation_failed', { fields: { [field]: fault } });
};
