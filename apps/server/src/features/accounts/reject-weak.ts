import type { FastifyBaseLogger } from 'fastify';
import type { FieldError } from '@izgodno/contract/common/errors';
import { sessionFieldErrors } from '@izgodno/contract/accounts/limits';
import { CallError } from '#platform/http/errors.ts';
import { isInBreachedList } from './breached-list.ts';
import { createBreachedService } from './breached-service.ts';
import { isWeakPassword } from './password-strength.ts';
import { isMadeOfProduct } from './product-password.ts';

/**
 * Throws `validation_failed` for a password that is leaked or easily guessed, also from the user's
 * own data.
 */
export type RejectWeak = (
  field: 'password' | 'newPassword',
  password: string,
  personal: readonly string[],
) => Promise<void>;

export interface RejectWeakOptions {
  readonly siteName: string;
  /** A service for leaked passwords, in addition to the bundled list. */
  readonly breachedUrl: string | undefined;
  readonly logger: FastifyBaseLogger;
}

export const createRejectWeak = (options: RejectWeakOptions): RejectWeak => {
  const { siteName, breachedUrl, logger } = options;
  const service = breachedUrl === undefined ? null : createBreachedService(breachedUrl, logger);

  const errorOf = async (
    password: string,
    personal: readonly string[],
  ): Promise<FieldError | null> => {
    if (isMadeOfProduct(password, siteName))
      return {
        code: sessionFieldErrors.passwordOfProduct,
        message: 'This password is made of the name of this site.',
      };
    if (await isWeakPassword(password, personal))
      return {
        code: sessionFieldErrors.passwordTooWeak,
        message: 'This password is easily guessed.',
      };
    const isBreached =
      (await isInBreachedList(password)) || (service !== null && (await service(password)));
    return isBreached
      ? {
          code: sessionFieldErrors.passwordBreached,
          message: 'This password is in lists of leaked passwords.',
        }
      : null;
  };

  return async (field, password, personal) => {
    const error = await errorOf(password, personal);
    if (error !== null) throw new CallError('validation_failed', { fields: { [field]: error } });
  };
};
