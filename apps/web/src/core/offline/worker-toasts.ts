import { relativeTime } from '#core/format/relative-time.ts';
import { currentLanguage } from '#core/language/language.ts';
import { after, listen } from '#shared/browser-events.ts';
import { dismissToast, showToast } from '#shared/ui/toast.ts';
import { workerChangeSchema, type WorkerOrder } from './stored.ts';

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

/** Offers the new version of the application that waits. */
export const offerVersion = (registration: ServiceWorkerRegistration): void => {
  const { t } = currentLanguage();
  showToast(t('offline.newVersion'), 'info', {
    durationMs: Number.POSITIVE_INFINITY,
    action: { label: t('offline.reload'), run: () => changeVersion(registration) },
  });
};

let stored: number | undefined;

/** Shows since when the deals of the page are stored, or no longer, as the worker says. */
export const showChange = (data: unknown): void => {
  const change = workerChangeSchema.safeParse(data);
  if (!change.success) return;
  if (stored !== undefined) dismissToast(stored);
  const { keptAt: storedAt } = change.data;
  const { t, code } = currentLanguage();
  stored =
    storedAt === null
      ? undefined
      : showToast(
          t('offline.stored', {
            when: relativeTime(new Date(storedAt).toISOString(), Date.now(), code),
          }),
          'info',
          { durationMs: Number.POSITIVE_INFINITY },
        );
};
