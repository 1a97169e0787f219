import type { TextKey, Translate } from '#core/language/language.ts';
import type { EndReason, SessionMessage } from '#core/session/state.ts';

/** Texts that explain why a session ended (specification, sections 4 and 8). */
export const endReasonTexts = {
  expired: ['session.expired'],
  'refresh-refused': ['session.tokenRefreshFailed', 'session.expired'],
  'no-refresh-token': ['session.noRefreshToken', 'session.expired'],
  'invalid-user': ['session.invalidUser'],
} as const satisfies Record<EndReason, readonly TextKey[]>;

export const messageText = (t: Translate, message: SessionMessage): string => {
  switch (message.kind) {
    case 'expires-soon':
      return t('session.expiresSoon', { minutes: message.minutes });
    case 'refreshing':
      return t('session.refreshing');
    case 'refreshed':
      return t('session.refreshed');
    case 'refresh-failed':
      return t('session.refreshFailed');
    case 'welcome-back':
      return t('session.welcomeBack');
    case 'account-created':
      return t('session.accountCreated');
  }
};
