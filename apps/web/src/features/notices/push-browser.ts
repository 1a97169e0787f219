import {
  addPushSubscription,
  getNoticePreferences,
  removePushSubscription,
} from '@izgodno/contract/notices/calls';
import { ApiError } from '@izgodno/contract/common/client';
import { registerWorker } from '#core/offline/worker-registration.ts';
import { api } from '#core/api/api.ts';
import { currentUserId } from '#core/session/browser/use-session.ts';
import { sharedStorage } from '#shared/storage.ts';
import { NOTIFIED_KEY } from './push-key.ts';

/** `blocked`: the user has denied the permission for notifications in this browser. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

const registration = async (): Promise<ServiceWorkerRegistration | undefined> => {
  if (!('PushManager' in window)) return undefined;
  return registerWorker();
};

/** Throws `ApiError`. */
const registerAtServer = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const body = {
    endpoint,
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
  };
  await api.call(addPushSubscription, { body });
  sharedStorage.setItem(NOTIFIED_KEY, `${currentUserId()} ${endpoint}`);
};

/** Decodes a base64url key for the browser. */
const keyBytes = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

/** Whether a subscription is for pushes that are signed by another key. */
const hasOtherKey = ({ options }: PushSubscription, publicKey: string): boolean => {
  const key = options.applicationServerKey;
  const bytes = keyBytes(publicKey);
  return key !== null && new Uint8Array(key).some((byte, at) => byte !== bytes[at]);
};

/**
 * Sends the server this browser's subscription again, because the service worker may have renewed it,
 * and at the server it ends with the session. One that is of a former key of the server, whose pushes
 * no longer arrive, is replaced. Throws `ApiError`.
 */
export const renewPush = async (): Promise<void> => {
  const notified = sharedStorage.getItem(NOTIFIED_KEY);
  // Earlier releases stored the endpoint alone.
  const isOther = notified?.includes(' ') === true && !notified.startsWith(`${currentUserId()} `);
  if (notified === null || isOther) return;
  const subscription = await (await registration())?.pushManager.getSubscription();
  const { pushPublicKey } = await api.call(getNoticePreferences, {});
  if (subscription && (pushPublicKey === null || !hasOtherKey(subscription, pushPublicKey)))
    return registerAtServer(subscription);
  // Without the user's permission the browser would ask for it.
  if (pushPublicKey === null || Notification.permission !== 'granted') return;
  // Its entry in the storage stays, so that the next page tries again if subscribing fails. The server
  // drops the former one at its next push.
  await subscription?.unsubscribe();
  await enablePush(pushPublicKey);
};

/** Returns whether this browser shows notices while no page is open. */
export const readPushState = async (): Promise<PushState> => {
  const worker = await registration();
  if (worker === undefined) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await worker.pushManager.getSubscription()) === null ? 'off' : 'on';
};

/**
 * Asks the user for permission and subscribes this browser. Throws `ApiError`, or the error of the
 * browser's push service.
 */
export const enablePush = async (publicKey: string): Promise<PushState> => {
  const worker = await registration();
  if (worker === undefined) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(publicKey),
  });
  try {
    await registerAtServer(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
};

/** Unsubscribes this browser. Throws `ApiError`. */
export const disablePush = async (): Promise<PushState> => {
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription !== undefined && subscription !== null) {
    await subscription.unsubscribe();
    sharedStorage.removeItem(NOTIFIED_KEY);
    await api
      .call(removePushSubscription, { body: { endpoint: subscription.endpoint } })
      .catch((error: unknown) => {
        // The server drops an ended subscription at its next push.
        if (!(error instanceof ApiError)) throw error;
      });
  }
  return readPushState();
};
