import { pushMessageSchema } from '@izgodno/contract/notices/notice';
import * as z from 'zod/mini';
import type { Lasting } from './worker-scope.ts';

export interface PushEvent extends Lasting {
  readonly data: { json(): unknown } | null;
}

export interface NotificationClick extends Lasting {
  readonly notification: { readonly data: unknown; close(): void };
}

export interface SubscriptionChange extends Lasting {
  readonly oldSubscription: {
    readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  } | null;
}

interface OpenPage {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** The parts of a service worker's scope that pushes need; the types of pages lack them. */
export interface PushScope {
  addEventListener(kind: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(kind: 'notificationclick', listener: (event: NotificationClick) => void): void;
  addEventListener(
    kind: 'pushsubscriptionchange',
    listener: (event: SubscriptionChange) => void,
  ): void;
  readonly registration: {
    readonly pushManager: { subscribe(options: PushSubscriptionOptionsInit): Promise<unknown> };
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { readonly type: 'window' }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
}

const linkSchema = z.object({ path: z.string() });

const open = async ({ clients }: PushScope, path: string): Promise<void> => {
  const [page] = await clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await clients.openWindow(path);
    return;
  }
  await page.focus();
  await page.navigate(path);
};

/**
 * Shows pushed notices, opens their link on tap, and renews a subscription that the browser has
 * ended.
 */
export const showPushes = (scope: PushScope): void => {
  scope.addEventListener('push', (event) => {
    const message = pushMessageSchema.safeParse(event.data?.json());
    // An unreadable push is not shown.
    if (!message.success) return;
    const { title, body, path, tag } = message.data;
    event.waitUntil(
      scope.registration.showNotification(title, {
        body,
        tag,
        data: { path },
        icon: '/icons/icon-192.png',
      }),
    );
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const link = linkSchema.safeParse(event.notification.data);
    // Opens only pages of this site, whatever the push contains.
    const path = link.success && /^\/(?!\/)/.test(link.data.path) ? link.data.path : '/';
    event.waitUntil(open(scope, path));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    const applicationServerKey = event.oldSubscription?.options.applicationServerKey ?? null;
    if (applicationServerKey === null) return;
    // The worker has no token, so the next page with a signed-in user informs the server.
    event.waitUntil(
      scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }),
    );
  });
};
