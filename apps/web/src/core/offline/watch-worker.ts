import { relativeTime } from '#core/format/relative-time.ts';
import { currentLanguage, loadArea } from '#core/language/language.ts';
import { after, listen, onResume } from '#shared/browser-events.ts';
import { dismissToast, showToast } from '#shared/ui/toast.ts';
import { workerChangeSchema, type WorkerOrder } from './stored.ts';
import { registerWorker } from './worker-registration.ts';

/** Minimum interval between checks for a new version in an open page, in milliseconds. */
const UPDATE_INTERVAL_MS = 60 * 60_000;
/** How long the page waits for the old worker to finish before it reloads, in milliseconds. */
const TAKE_OVER_PATIENCE_MS = 4_000;

/** Activates the new version and reloads the page. Runs only when the user asks for it. */
const changeVersion = ({ waiting }: ServiceWorkerRegistration): void => {
  // Another tab may already have activated it.
  if (waiting === null) {
    location.reload();
    return;
  }
  listen(navigator.serviceWorker, 'controllerchange', () => location.reload());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin, that of its pages.
  waiting.postMessage('take-over' satisfies WorkerOrder);
  after(TAKE_OVER_PATIENCE_MS, () => location.reload());
};

const offerVersion = (registration: ServiceWorkerRegistration): void => {
  const { t } = currentLanguage();
  showToast(t('offline.newVersion'), 'info', Number.POSITIVE_INFINITY, {
    label: t('offline.reload'),
    run: () => changeVersion(registration),
  });
};

const watchVersions = (registration: ServiceWorkerRegistration): void => {
  const offer = () => {
    // On a first visit there is no old version: Firefox lets its worker wait for a moment too.
    if (registration.waiting !== null && registration.active !== null) offerVersion(registration);
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

/** Shows a notice as long as the page shows cached deals. */
const watchWorkerChanges = (workers: ServiceWorkerContainer): void => {
  let toast: number | undefined;
  const read = (data: unknown): void => {
    const change = workerChangeSchema.safeParse(data);
    if (!change.success) return;
    if (toast !== undefined) dismissToast(toast);
    const { keptAt: storedAt } = change.data;
    const { t, code } = currentLanguage();
    toast =
      storedAt === null
        ? undefined
        : showToast(
            t('offline.stored', {
              when: relativeTime(new Date(storedAt).toISOString(), Date.now(), code),
            }),
            'info',
            Number.POSITIVE_INFINITY,
          );
  };
  workers.addEventListener('message', ({ data }) => read(data));
  workers.startMessages();
  workers.controller?.postMessage('tell' satisfies WorkerOrder);
};

/** Registers the service worker and shows the user its notices. */
export const watchWorker = async (): Promise<void> => {
  const registration = await registerWorker();
  if (registration === undefined) return;
  await loadArea('offline');
  watchVersions(registration);
  watchWorkerChanges(navigator.serviceWorker);
};
