import { focusManager } from '@tanstack/react-query';
import { loadArea } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { after, listen, onResume } from '#shared/browser-events.ts';
import { navigate } from '#core/router/location.ts';
import { workerLinkSchema, type WorkerOrder } from './stored.ts';
import { canRegister, registerAgain, registerWorker } from './worker-registration.ts';
import type * as WorkerToasts from './worker-toasts.ts';

/** Minimum interval between checks for a new version in an open page, in milliseconds. */
const UPDATE_INTERVAL_MS = 60 * 60_000;
/**
 * Pauses before a failed registration or installation is repeated, in milliseconds. On a bad line one
 * of many files may be lost; those that have arrived are in the browser's cache.
 */
const REPEAT_AFTER_MS = [15_000, 60_000, 5 * 60_000] as const;
/** Loads the code of what few pages ever show. */
const withToasts = (show: (toasts: typeof WorkerToasts) => void): void => {
  import('./worker-toasts.ts')
    .then(show)
    .catch((error: unknown) => note('A message of the service worker was not shown', error));
};

const watchVersions = (registration: ServiceWorkerRegistration): void => {
  const offer = () => {
    // On a first visit there is no old version: Firefox lets its worker wait for a moment too.
    if (registration.waiting !== null && registration.active !== null)
      withToasts(({ offerVersion }) => offerVersion(registration));
  };
  offer();
  listen(registration, 'updatefound', () => {
    const coming = registration.installing;
    if (coming !== null) listen(coming, 'statechange', offer);
  });
  let askedAt = Date.now();
  onResume(() => {
    if (Date.now() - askedAt < UPDATE_INTERVAL_MS) return;
    askedAt = Date.now();
    // The server is unreachable; the next check tries again.
    registration.update().catch(() => undefined);
  });
};

/**
 * Shows a notice as long as the page shows cached deals, and what the user has tapped a notice of.
 */
export const watchWorkerChanges = (workers: ServiceWorkerContainer): void => {
  workers.addEventListener('message', ({ data, ports: [response] }) => {
    const link = workerLinkSchema.safeParse(data);
    if (link.success) {
      navigate(link.data.path);
      // What the page shows already may be older than the notice.
      focusManager.onFocus();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none.
      response?.postMessage(null);
    } else withToasts(({ showChange }) => showChange(data));
  });
  workers.startMessages();
  workers.controller?.postMessage('tell' satisfies WorkerOrder);
};

/** Whether a worker is installed, once that is known. */
const whenInstalled = ({ installing, active }: ServiceWorkerRegistration): Promise<boolean> =>
  new Promise((resolve) => {
    if (active !== null || installing === null) resolve(true);
    else
      listen(installing, 'statechange', () => {
        if (installing.state !== 'installing') resolve(installing.state !== 'redundant');
      });
  });

const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
  if (!canRegister()) return undefined;
  let registration = await registerWorker();
  for (const pause of REPEAT_AFTER_MS) {
    if (registration !== undefined && (await whenInstalled(registration))) break;
    await new Promise<void>((resolve) => after(pause, resolve));
    registration = await registerAgain();
  }
  return registration;
};

/** Registers the service worker and shows the user its notices. */
export const watchWorker = async (): Promise<void> => {
  const registration = await register();
  if (registration === undefined) return;
  await loadArea('offline');
  watchVersions(registration);
  watchWorkerChanges(navigator.serviceWorker);
};
