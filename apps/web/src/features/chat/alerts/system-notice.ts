import { navigate } from '#core/router/location.ts';

export interface SystemNotice {
  readonly title: string;
  readonly body: string;
  /** A later notice replaces an earlier one with the same tag. */
  readonly tag: string;
  /** The path that a tap opens. */
  readonly path: string;
}

/**
 * Shows a system notification while no page is visible. Phones allow that only to service workers;
 * without one, or without permission, the badge and the sound remain.
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
    // The worker opens the path, as it does for a push.
    await worker?.showNotification(title, { ...options, data: { path } });
  }
};
