/** A browser's push subscription (W3C Push API). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The push service will never accept this push, for example because of its keys (401, 403). */
export class PushRejectedError extends Error {
  override readonly name = 'PushRejectedError';
}

export interface Pusher {
  /** The VAPID key that browsers subscribe with; null if pushes are not configured. */
  readonly publicKey: string | null;
  /**
   * Returns `gone` if the browser has ended its subscription. Other errors than
   * `PushRejectedError` may be temporary, so a retry makes sense.
   *
   * @throws PushRejectedError
   */
  send(target: PushTarget, payload: string): Promise<'sent' | 'gone'>;
}

/** For products without VAPID keys. */
export const noPusher: Pusher = {
  publicKey: null,
  send: () => Promise.reject(new Error('Pushes are not configured (VAPID_PUBLIC_KEY).')),
};
