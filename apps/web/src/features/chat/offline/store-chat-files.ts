import type { WorkerOrder } from '#core/offline/stored.ts';
import { note } from '#core/log.ts';

/** Lets the service worker store the files of the chat, which visitors without it do not need. */
export const storeChatFiles = (): void => {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // Without a worker, as on insecure origins, the chat opens only with a connection.
  workers?.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin, that of its pages.
    .then(({ active }) => active?.postMessage('store-chat' satisfies WorkerOrder))
    .catch((cause: unknown) => note('The files of the chat could not be stored', cause));
};
