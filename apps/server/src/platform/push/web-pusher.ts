import type { Agent } from 'node:https';
import webPush from 'web-push';
import { DAY_S } from '@izgodno/contract/common/durations';
import { PushRejectedError, type Pusher } from './pusher.ts';

const TIMEOUT_MS = 10_000;
/** How long a push service keeps undelivered messages, in seconds. */
const KEEP_FOR_SECONDS = DAY_S;
/** The push service does not know the subscription any more (RFC 8030, section 7.3). */
const EXPIRED_STATUSES = new Set([404, 410]);
/** The push service may accept the same push later: a slow request, too many requests. */
const TEMPORARY_STATUSES = new Set([408, 425, 429]);

/**
 * Whether the same push would be rejected again. The subscription stays, because services respond
 * with 400, 401 and 403 also to a wrong clock, contact or key of this server, to all of its pushes.
 */
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && !TEMPORARY_STATUSES.has(status);

export interface VapidOptions {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Contact of the operator for push services: `mailto:` or `https:` (RFC 8292). */
  readonly subject: string;
  /** Connects to push services; default the network's own. */
  readonly agent?: Agent;
}

export const createWebPusher = ({
  publicKey,
  privateKey,
  subject,
  agent,
}: VapidOptions): Pusher => ({
  publicKey,
  async send({ endpoint, p256dh, auth }, payload) {
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey, privateKey },
        timeout: TIMEOUT_MS,
        TTL: KEEP_FOR_SECONDS,
        ...(agent === undefined ? {} : { agent }),
      });
      return 'sent';
    } catch (error) {
      if (!(error instanceof webPush.WebPushError)) throw error;
      if (EXPIRED_STATUSES.has(error.statusCode)) return 'gone';
      const message = `The push service responded with ${error.statusCode}.`;
      throw isFinal(error.statusCode)
        ? new PushRejectedError(message, { cause: error })
        : new Error(message, { cause: error });
    }
  },
});
