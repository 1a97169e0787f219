import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

/** Characters of the digest sent to the service: some 800 leaked passwords share them. */
const PREFIX = 5;
const TIMEOUT_MS = 2_000;
/** A padded response has a thousand lines of some forty characters. */
const MAX_RESPONSE = 500_000;

/** Whether a password has leaked. */
export type BreachedService = (password: string) => Promise<boolean>;

/**
 * A service compatible with Pwned Passwords: `GET <url>/<5 hexadecimal digits>` returns the rest of
 * each digest with that prefix and the number of leaks; 0 is padding. If the service cannot be
 * reached, the result is false, so that users can still choose a password.
 */
export const createBreachedService =
  (url: string, logger: FastifyBaseLogger): BreachedService =>
  async (password) => {
    const digest = createHash('sha1')
      .update(password.normalize('NFKC'))
      .digest('hex')
      .toUpperCase();
    try {
      const response = await fetch(`${url.replace(/\/+$/, '')}/${digest.slice(0, PREFIX)}`, {
        headers: { 'Add-Padding': 'true', 'User-Agent': 'Izgodno' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`The service responded ${response.status}.`);
      const answer = (await response.text()).slice(0, MAX_RESPONSE);
      return answer.split(/\r?\n/).some((line) => {
        const [rest = '', count = '0'] = line.trim().split(':');
        return rest.toUpperCase() === digest.slice(PREFIX) && Number(count) > 0;
      });
    } catch (error) {
      logger.warn({ event: 'breached_service_failed', err: error }, 'password not looked up');
      return false;
    }
  };
