import { relativeTime } from '#core/format/relative-time.ts';
import { currentLanguage, loadArea } from '#core/language/language.ts';
import { after, listen, onWake } from '#shared/browser-events.ts';
import { dismissToast, showToast } from '#shared/ui/toast.ts';
import { workerNewsSchema, type WorkerOrder } from './kept.ts';
import { registerWorker } from './worker-registration.ts';

/** How often a page that stays open asks for a new version, in milliseconds. */
const UPDATE_INTERVAL_MS = 60 * 60_000;
/** How long whoever wants the new version waits for the old worker to end what it is at, in milliseconds. */
const TAKE_OVER_PATIENCE_MS = 4_000;

/** Lets the new version take over, and loads the page anew with it: only ever by a person's press. */
const changeVersion = ({ waiting }: ServiceWorkerRegistration): void => {
  // Another tab may have let it take over already.
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
    if (registration.waiting !== null) offerVersion(registration);
  };
  offer();
  listen(registration, 'updatefound', () => {
    const coming = registration.installing;
    if (coming !== null) listen(coming, 'statechange', offer);
  });
  let askedAt = Date.now();
  onWake(() => {
    if (Date.now() - askedAt < UPDATE_INTERVAL_MS) return;
    askedAt = Date.now();
    // Out of reach: the next time it will be there.
    registration.update().catch(() => undefined);
  });
};

/** Says that what one sees is not from the server, for as long as it is not. */
const watchNews = (workers: ServiceWorkerContainer): void => {
  let toast: number | undefined;
  const read = (data: unknown): void => {
    const news = workerNewsSchema.safeParse(data);
    if (!news.success) return;
    if (toast !== undefined) dismissToast(toast);
    const { keptAt } = news.data;
    const { t, code } = currentLanguage();
    toast =
      keptAt === null
        ? undefined
        : showToast(
            t('offline.kept', {
              when: relativeTime(new Date(keptAt).toISOString(), Date.now(), code),
            }),
            'info',
            Number.POSITIVE_INFINITY,
          );
  };
  workers.addEventListener('message', ({ data }) => read(data));
  workers.startMessages();
  workers.controller?.postMessage('tell' satisfies WorkerOrder);
};

/** Registers the service worker, and tells the person what concerns them of it. */
export const watchWorker = async (): Promise<void> => {
  const registration = await registerWorker();
  if (registration === undefined) return;
  await loadArea('offline');
  watchVersions(registration);
  watchNews(navigator.serviceWorker);
};
