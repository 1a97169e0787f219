import { pushMessageSchema } from '@izgodno/contract/notices/notice';
import { workerLinkSchema, type WorkerLink } from '#core/offline/stored.ts';
import { inTime } from '#shared/browser-events.ts';
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
  postMessage(message: unknown, transfer: Transferable[]): void;
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

/** How long an open page may take to show a path by itself, in milliseconds. */
const PAGE_PATIENCE_MS = 2_000;

/**
 * Shows a path in an open page. A page that responds navigates by itself: loading it again takes long on
 * a slow line, and loses what only the page has, such as files of an unsent message.
 */
const showIn = async (page: OpenPage, path: string): Promise<void> => {
  const { port1, port2 } = new MessageChannel();
  const shown = new Promise<void>((resolve) => {
    port1.addEventListener('message', () => resolve());
    port1.start();
  });
  page.postMessage({ path } satisfies WorkerLink, [port2]);
  await inTime(shown, PAGE_PATIENCE_MS)
    .catch(() => page.navigate(path))
    .finally(() => port1.close());
};

const open = async ({ clients }: PushScope, path: string): Promise<void> => {
  const [page] = await clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await clients.openWindow(path);
    return;
  }
  await page.focus();
  await showIn(page, path);
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
    const link = workerLinkSchema.safeParse(event.notification.data);
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
