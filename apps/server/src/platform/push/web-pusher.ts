import { request, type Agent } from 'node:https';
import webPush, { type RequestDetails } from 'web-push';
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

/**
 * Sends a push; returns the status of the response, without waiting for its body. The library would
 * wait for that, without end if the connection closes before.
 */
const post = (
  { endpoint, method, headers, body }: RequestDetails,
  agent: Agent | undefined,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = request(endpoint, { method, headers, agent, signal }, (response) => {
      resolve(response.statusCode ?? 0);
      // The connection serves further pushes; one whose body does not end is closed by the signal.
      response.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });

export const createWebPusher = ({
  publicKey,
  privateKey,
  subject,
  agent,
}: VapidOptions): Pusher => ({
  publicKey,
  async send({ endpoint, p256dh, auth }, payload) {
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: KEEP_FOR_SECONDS,
    });
    const status = await post(details, agent);
    if (status >= 200 && status < 300) return 'sent';
    if (EXPIRED_STATUSES.has(status)) return 'gone';
    const message = `The push service responded with ${status}.`;
    throw isFinal(status) ? new PushRejectedError(message) : new Error(message);
  },
});
