import { createHash } from 'node:crypto';
import { normalise } from '@izgodno/contract/common/normalise';
import type { FieldError } from '@izgodno/contract/common/errors';
import { sessionFieldErrors } from '@izgodno/contract/accounts/limits';
import { CallError } from '#platform/http/errors.ts';
import { withoutEndSlashes } from '#platform/without-end-slashes.ts';
import type { AccountsContext } from './accounts-context.ts';
import { isInBreachedList } from './breached-list.ts';
import { isWeakPassword } from './password-strength.ts';
import { isMadeOfProduct } from './product-password.ts';

/** Characters of the digest sent to the service: some 800 leaked passwords share them. */
const PREFIX = 5;
const TIMEOUT_MS = 2_000;
/** A padded response has a thousand lines of some forty characters. */
const MAX_RESPONSE = 500_000;

/**
 * Whether a password has leaked, by a service compatible with Pwned Passwords: `GET <url>/<5
 * hexadecimal digits>` returns the rest of each digest with that prefix and the number of leaks; 0
 * is padding. If the service cannot be reached, the result is false, so that users can still choose
 * a password.
 */
const isBreachedByService = async (
  { logger }: AccountsContext,
  url: string,
  password: string,
): Promise<boolean> => {
  const digest = createHash('sha1').update(normalise(password, 'NFKC')).digest('hex').toUpperCase();
  try {
    const response = await fetch(`${withoutEndSlashes(url)}/${digest.slice(0, PREFIX)}`, {
      headers: { 'Add-Padding': 'true', 'User-Agent': 'Izgodno' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The service responded ${response.status}.`);
    const lines = (await response.text()).slice(0, MAX_RESPONSE).split(/\r?\n/);
    return lines.some((line) => {
      const [rest = '', count = '0'] = line.trim().split(':');
      return rest.toUpperCase() === digest.slice(PREFIX) && Number(count) > 0;
    });
  } catch (error) {
    logger.warn({ event: 'breached_service_failed', err: error }, 'password not looked up');
    return false;
  }
};

const errorOf = async (
  accounts: AccountsContext,
  password: string,
  personal: readonly string[],
): Promise<FieldError | null> => {
  const { SITE_NAME, BREACHED_PASSWORDS_URL: url } = accounts.settings;
  if (isMadeOfProduct(password, SITE_NAME))
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
    (await isInBreachedList(password)) ||
    (url !== undefined && (await isBreachedByService(accounts, url, password)));
  return isBreached
    ? {
        code: sessionFieldErrors.passwordBreached,
        message: 'This password is in lists of leaked passwords.',
      }
    : null;
};

/**
 * Throws `validation_failed` for a password that is leaked or easily guessed, also from the user's
 * own data.
 */
export const requireStrongPassword = async (
  accounts: AccountsContext,
  field: 'password' | 'newPassword',
  password: string,
  personal: readonly string[],
): Promise<void> => {
  const error = await errorOf(accounts, password, personal);
  if (error !== null) throw new CallError('validation_failed', { fields: { [field]: error } });
};
