import { useEffect } from 'react';
import { useLanguage } from '#core/language/language.ts';
import type { SessionMessage } from '#core/session/state.ts';
import { messageText } from '#core/session/browser/texts.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { dismissToast, showToast, type Toast } from '#shared/ui/toast.ts';

const tones: Readonly<Record<SessionMessage['kind'], Toast['tone']>> = {
  'expires-soon': 'info',
  refreshing: 'info',
  refreshed: 'success',
  'refresh-failed': 'error',
  'welcome-back': 'success',
  'account-created': 'success',
};

/** Shows the session's messages as toasts. The session decides how long. */
export const SessionToasts = () => {
  const { t } = useLanguage();
  const { message } = useSession();
  useEffect(() => {
    if (message === null) return;
    const id = showToast(messageText(t, message), tones[message.kind], Number.POSITIVE_INFINITY);
    return () => dismissToast(id);
  }, [message, t]);
  return null;
};
