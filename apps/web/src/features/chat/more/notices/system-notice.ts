import { navigate } from '#core/router/location.ts';

export interface SystemNotice {
  readonly title: string;
  readonly body: string;
  /** Of two notices with the same tag the later takes the place of the earlier. */
  readonly tag: string;
  /** What opens when it is tapped. */
  readonly path: string;
}

/**
 * Tells by the system what happens while nobody looks. Phones let only service workers do that; without
 * one, or without leave, the badge and the sound must do.
 */
export const showSystemNotice = async ({ title, body, tag, path }: SystemNotice): Promise<void> => {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: '/icons/icon-192.png', silent: true };
  try {
    const notice = new Notification(title, options);
    notice.addEventListener('click', () => {
      window.focus();
      navigate(path);
      notice.close();
    });
  } catch {
    const worker = await navigator.serviceWorker.getRegistration();
    // The worker opens the path, as it does that of a push.
    await worker?.showNotification(title, { ...options, data: { path } });
  }
};
