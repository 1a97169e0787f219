import { createHmac } from 'node:crypto';

/** Of a secret as its owner sees it (Standard Webhooks). */
const SECRET_PREFIX = 'whsec_';

export const writeSecret = (key: Buffer): string => SECRET_PREFIX + key.toString('base64');

interface SignedContent {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of Standard Webhooks: the signature covers the id, the time and the body. */
export const signedHeaders = (
  key: Buffer,
  { id, timestamp, body }: SignedContent,
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
});
