import { expect, test } from 'vitest';
import {
  chooseLanguage,
  currentLanguage,
  loadArea,
  loadedKey,
  type TextKey,
} from '#core/language/language.ts';
import { endReasonTexts, messageText } from './texts.ts';

/** The texts of the specification, sections 2, 4, 6 and 8. */
const wording: Partial<Record<TextKey, string>> = {
  'session.checking': 'Checking authentication...',
  'session.refreshing': 'Refreshing session...',
  'session.refreshed': 'Session refreshed successfully',
  'session.refreshFailed': 'Session refresh failed',
  'session.expired': 'Your session has expired. Please log in again.',
  'session.tokenRefreshFailed': 'Token refresh failed',
  'session.noRefreshToken': 'No refresh token available',
  'session.invalidUser': 'Invalid user data',
  'session.warningTitle': 'Session Warning',
  'session.expiredTitle': 'Session Expired',
  'session.refreshingTitle': 'Refreshing Session',
  'session.logOut': 'Log Out',
  'session.extend': 'Extend Session',
  'session.goToLogin': 'Go to Login',
  'session.notAuthenticated': 'Not authenticated',
  'session.accountCreated': 'Account created successfully!',
  'session.welcomeBack': 'Welcome back!',
  'prompt.title': 'Please sign in to access this feature',
  'error.loginFailed': 'Login failed',
  'register.failed': 'Registration failed',
  'error.sessionExpired': 'Your session has expired. Please sign in again.',
};

const english = async () => {
  await Promise.all([
    chooseLanguage('en'),
    loadArea('accounts.menu'),
    loadArea('accounts.session'),
    loadArea('accounts.sign-in'),
  ]);
  return currentLanguage().t;
};

test('the English texts are the specification’s, word for word', async () => {
  const t = await english();
  for (const [key, text] of Object.entries(wording))
    expect(t(loadedKey(key, 'error.internal'))).toBe(text);
  for (const status of ['active', 'warning', 'critical', 'expired', 'inactive'] as const) {
    expect(t(`session.status.${status}`)).toBe(status);
  }
  for (const status of ['healthy', 'checking', 'degraded', 'error'] as const) {
    expect(t(`system.${status}`)).toBe(status);
  }
});

test('each message has its sentence', async () => {
  const t = await english();
  expect(messageText(t, { kind: 'expires-soon', minutes: 4 })).toBe(
    'Session expires in 4 minute(s)',
  );
  expect(messageText(t, { kind: 'refreshing' })).toBe('Refreshing session...');
  expect(messageText(t, { kind: 'refreshed' })).toBe('Session refreshed successfully');
  expect(messageText(t, { kind: 'refresh-failed' })).toBe('Session refresh failed');
  expect(endReasonTexts['refresh-refused'].map((key) => t(key))).toEqual([
    'Token refresh failed',
    'Your session has expired. Please log in again.',
  ]);
});
