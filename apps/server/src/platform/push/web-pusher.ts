import type { Agent } from 'node:https';
import webPush from 'web-push';
import type { Pusher } from './pusher.ts';

const TIMEOUT_MS = 10_000;
/** For how long a push service keeps what it cannot deliver at once, in seconds. */
const KEEP_FOR_SECONDS = 24 * 60 * 60;
/** The push service knows the subscription no more (RFC 8030, section 7.3). */
const GONE = new Set([404, 410]);

export interface VapidOptions {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where a push service can reach whoever runs the product: `mailto:` or `https:` (RFC 8292). */
  readonly subject: string;
  /** What connects to push services; the network's own where none is given. */
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
      if (error instanceof webPush.WebPushError && GONE.has(error.statusCode)) return 'gone';
      throw error;
    }
  },
});
