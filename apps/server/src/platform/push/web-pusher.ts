import type { Agent } from 'node:https';
import webPush from 'web-push';
import type { Pusher } from './pusher.ts';

const TIMEOUT_MS = 10_000;
/** How long a push service keeps undelivered messages, in seconds. */
const KEEP_FOR_SECONDS = 24 * 60 * 60;
/** The push service does not know the subscription any more (RFC 8030, section 7.3). */
const EXPIRED_STATUSES = new Set([404, 410]);

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
      if (error instanceof webPush.WebPushError && EXPIRED_STATUSES.has(error.statusCode))
        return 'gone';
      throw error;
    }
  },
});
