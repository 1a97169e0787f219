import { ApiError } from '@izgodno/contract/common/client';
import { registerWorker } from '#core/offline/worker-registration.ts';
import { sharedStorage } from '#shared/storage.ts';
import { forgetBrowser, registerBrowser } from './calls.ts';

/** `blocked`: the person has forbidden the product to show notices in this browser. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

const registration = async (): Promise<ServiceWorkerRegistration | undefined> => {
  if (!('PushManager' in window)) return undefined;
  return registerWorker();
};

/** Where the endpoint that the server knows of this browser is remembered. */
const TOLD_KEY = 'push-endpoint';

/** Throws `ApiError`. */
const tellServer = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await registerBrowser({
    endpoint,
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
  });
  sharedStorage.setItem(TOLD_KEY, endpoint);
};

/** Tells the server of a subscription that the service worker has made anew meanwhile. Throws `ApiError`. */
export const renewPush = async (): Promise<void> => {
  const told = sharedStorage.getItem(TOLD_KEY);
  if (told === null) return;
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription && subscription.endpoint !== told) await tellServer(subscription);
};

/** Whether this browser shows what it is told while no page is open. */
export const readPushState = async (): Promise<PushState> => {
  const worker = await registration();
  if (worker === undefined) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await worker.pushManager.getSubscription()) === null ? 'off' : 'on';
};

/** A key in base64url as the browser wants it. */
const keyBytes = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

/** Asks the person and has this browser told. Throws `ApiError`, or what the browser's push service says. */
export const turnPushOn = async (publicKey: string): Promise<PushState> => {
  const worker = await registration();
  if (worker === undefined) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(publicKey),
  });
  try {
    await tellServer(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
};

/** Has this browser told no longer. Throws `ApiError`. */
export const turnPushOff = async (): Promise<PushState> => {
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription !== undefined && subscription !== null) {
    await subscription.unsubscribe();
    sharedStorage.removeItem(TOLD_KEY);
    await forgetBrowser(subscription.endpoint).catch((error: unknown) => {
      // A subscription that has ended is dropped by the server at its next push.
      if (!(error instanceof ApiError)) throw error;
    });
  }
  return readPushState();
};
