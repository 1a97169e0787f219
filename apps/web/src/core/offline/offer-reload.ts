import { currentLanguage, loadArea } from '#core/language/language.ts';
import { RELOADED_KEY } from '#core/lazy-component.tsx';
import { showToast } from '#shared/ui/toast.ts';

const offer = (): void => {
  const { t } = currentLanguage();
  showToast(t('offline.partRemoved'), 'info', {
    durationMs: Infinity,
    action: { label: t('offline.reload'), run: () => location.reload() },
  });
};

/** Offers a reload, once, when a release removed a part of the page and the page asks before it is left. */
export const offerReload = async (): Promise<void> => {
  // The release may remove the texts too, so they load before.
  await loadArea('offline');
  window.addEventListener(RELOADED_KEY, offer, { once: true });
};
