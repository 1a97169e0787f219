import { describe, expect, test } from 'vitest';
import { createFormat, type Message, type Messages } from './format-message.ts';

const files = import.meta.glob<Messages>('./texts/*/*.json', {
  eager: true,
  import: 'default',
});
const textsOf = (code: string): ReadonlyMap<string, Message> =>
  new Map(
    Object.entries(files).flatMap(([path, texts]) =>
      path.startsWith(`./texts/${code}/`) ? Object.entries(texts) : [],
    ),
  );
const english = textsOf('en');
const bulgarian = textsOf('bg');

const proofs = import.meta.glob<string>(
  ['/src/**/*.test.{ts,tsx}', '../../../../../e2e/src/*.spec.ts'],
  { eager: true, query: '?raw', import: 'default' },
);

/** The name of a test as the table below writes it. */
const nameOf = (path: string): string =>
  path.replace(/^.*\/e2e\/src\//, 'e2e/').replace('/src/', '');
const codeOf = new Map(Object.entries(proofs).map(([path, code]) => [nameOf(path), code]));

/** The test that sees the texts in both languages. */
const IN_BOTH_LANGUAGES = 'app/sentences-in-both-languages.test.tsx';

type Row = readonly [text: string, keys: readonly string[], provedBy: string];

/**
 * Each sentence of the specification, its keys, and the test that sees it in place. Braces mark
 * placeholders.
 */
const sentences: Readonly<Record<string, readonly Row[]>> = {
  'section 2, pages': [
    ['Oferti', ['deals.title'], 'app/app.test.tsx'],
    ['404 - Page Not Found', ['notFound.title'], 'app/app.test.tsx'],
    ["The page you're looking for doesn't exist.", ['notFound.text'], 'app/app.test.tsx'],
    ['Go to Deals', ['notFound.goToDeals'], 'app/app.test.tsx'],
    ['Checking authentication...', ['session.checking'], 'app/sentences.test.tsx'],
    ['Something went wrong', ['errorScreen.title'], 'app/sentences.test.tsx'],
    ['Refresh Page', ['errorScreen.refresh'], 'app/sentences.test.tsx'],
    ['Loading...', ['shell.loading'], 'e2e/language-and-theme.desktop.spec.ts'],
  ],
  'section 2, session dialogs': [
    ['Session Warning', ['session.warningTitle'], 'app/session-dialogs.test.tsx'],
    ['Log Out', ['session.logOut'], 'app/session-dialogs.test.tsx'],
    ['Extend Session', ['session.extend'], 'app/session-dialogs.test.tsx'],
    ['Session Expired', ['session.expiredTitle'], 'e2e/session.desktop.spec.ts'],
    ['Go to Login', ['session.goToLogin'], 'e2e/session.desktop.spec.ts'],
    ['Refreshing Session', ['session.refreshingTitle'], 'app/session-dialogs.test.tsx'],
  ],
  'section 2, upload manager': [
    ['Upload Manager', ['uploads.title'], 'features/uploads/upload-manager.test.tsx'],
    ['Cancel All', ['uploads.cancelAll'], 'features/uploads/upload-manager.test.tsx'],
    ['auto-closing in 3s', ['uploads.autoClosing'], 'features/uploads/upload-manager.test.tsx'],
    ['Total', ['uploads.total'], 'features/uploads/upload-manager.test.tsx'],
    ['Active', ['uploads.active'], 'features/uploads/upload-manager.test.tsx'],
    ['Done', ['uploads.done'], 'features/uploads/upload-manager.test.tsx'],
    ['Failed', ['uploads.failed'], 'features/uploads/upload-manager.test.tsx'],
    ['Clear ({count})', ['uploads.clear'], 'features/uploads/upload-manager.test.tsx'],
    ['{count} uploading', ['uploads.countUploading'], 'features/uploads/upload-manager.test.tsx'],
    ['{count} completed', ['uploads.countCompleted'], 'features/uploads/upload-manager.test.tsx'],
    ['Tap to expand', ['uploads.tapToExpand'], 'features/uploads/upload-manager.test.tsx'],
  ],
  'section 4, session': [
    [
      'Session expires in {minutes} minute(s)',
      ['session.expiresSoon'],
      'core/session/browser/texts.browser.test.ts',
    ],
    [
      'Your session has expired. Please log in again.',
      ['session.expired'],
      'e2e/session.desktop.spec.ts',
    ],
    ['Refreshing session...', ['session.refreshing'], 'app/session-dialogs.test.tsx'],
    ['Session refreshed successfully', ['session.refreshed'], 'e2e/session.desktop.spec.ts'],
    ['Session refresh failed', ['session.refreshFailed'], 'e2e/session.desktop.spec.ts'],
  ],
  'section 5, uploads': [
    [
      'Incomplete server configuration - missing required file specs',
      ['uploads.service.incomplete'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'File exceeds server limit: {size} > {limit}',
      ['uploads.error.exceeds-limit'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'Server configuration validation failed',
      ['uploads.rejected'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'File {number} ({name}): {reason}',
      ['uploads.rejectedFile'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'Server configuration not loaded - validation impossible',
      ['uploads.service.not-loaded'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'File too large. Maximum size: {maxMegabytes} MB',
      ['uploads.device.too-large'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'Unsupported format. Recommended: {list}',
      ['uploads.device.unsupported-format'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'File validation failed: {reasons}',
      ['uploads.device.failed'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
  ],
  'section 6': [
    [
      'Please sign in to access this feature',
      ['prompt.title', 'error.unauthenticated'],
      'app/favorite-deals.test.tsx',
    ],
    ['Not authenticated', ['session.notAuthenticated'], 'app/sentences.test.tsx'],
  ],
  'section 8, auth': [
    ['Login failed', ['error.loginFailed'], IN_BOTH_LANGUAGES],
    ['Registration failed', ['register.failed'], IN_BOTH_LANGUAGES],
    [
      'Token refresh failed',
      ['session.tokenRefreshFailed', 'error.refreshFailed'],
      'e2e/session.desktop.spec.ts',
    ],
    [
      'No refresh token available',
      ['session.noRefreshToken', 'error.refreshTokenMissing'],
      'core/session/browser/texts.browser.test.ts',
    ],
    ['Invalid user data', ['session.invalidUser'], 'app/sentences.test.tsx'],
  ],
  'section 8, upload': [
    ['Cancelled by user', ['uploads.phase.cancelled'], 'features/uploads/upload-manager.test.tsx'],
    [
      'Server rejected file: {size} exceeds {limit}',
      ['uploads.error.server-rejected'],
      'features/uploads/upload-manager.test.tsx',
    ],
    [
      'StorJ upload failed',
      ['uploads.error.failed'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'Upload service not initialized - SERVER CONFIG required',
      ['uploads.service.not-initialized'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
    [
      'No file provided',
      ['error.fileMissing'],
      'core/uploads/browser/upload-texts.browser.test.ts',
    ],
  ],
  'section 8, to the user': [
    ['Failed to load deals', ['deals.failed', 'welcome.recentFailed'], IN_BOTH_LANGUAGES],
    ['Failed to load configuration', ['uploads.service.failed'], IN_BOTH_LANGUAGES],
    ['Error loading configuration.', ['notices.settingsFailed'], IN_BOTH_LANGUAGES],
    ['Search failed', ['search.failed'], IN_BOTH_LANGUAGES],
    ['Network error occurred', ['error.network'], IN_BOTH_LANGUAGES],
    ['Network error. Please check your connection.', ['error.networkForAction'], IN_BOTH_LANGUAGES],
    [
      'Server error. Please try again later.',
      ['error.internal', 'error.databaseUnavailable', 'error.overloaded', 'error.shuttingDown'],
      IN_BOTH_LANGUAGES,
    ],
    ['Item not found', ['deal.notFound'], IN_BOTH_LANGUAGES],
    ['You are not authorized to perform this action', ['error.forbidden'], IN_BOTH_LANGUAGES],
    ['Failed to upload file. Please try again.', ['uploads.error.unreachable'], IN_BOTH_LANGUAGES],
    ['Connection lost. Please check your internet.', ['error.connectionLost'], IN_BOTH_LANGUAGES],
    ['Please try again', ['error.tryAgain'], IN_BOTH_LANGUAGES],
    [
      'Your session has expired. Please sign in again.',
      ['error.sessionExpired'],
      IN_BOTH_LANGUAGES,
    ],
  ],
  'section 8, nothing to show': [
    ['No deals found', ['empty.noDeals'], IN_BOTH_LANGUAGES],
    ['No deals available at the moment', ['empty.noneAvailable'], IN_BOTH_LANGUAGES],
    ['No results found for the query', ['empty.noResults'], IN_BOTH_LANGUAGES],
    [
      'Try adjusting your search criteria or browse all deals.',
      ['empty.adjust'],
      IN_BOTH_LANGUAGES,
    ],
  ],
  'section 8, success': [
    ['Added to favorites', ['favorites.added'], IN_BOTH_LANGUAGES],
    ['Removed from favorites', ['favorites.removed'], IN_BOTH_LANGUAGES],
    ['Deal deleted successfully', ['posts.deleted'], IN_BOTH_LANGUAGES],
    ['Account created successfully!', ['session.accountCreated'], IN_BOTH_LANGUAGES],
    ['Welcome back!', ['session.welcomeBack'], IN_BOTH_LANGUAGES],
  ],
};

/** Writes each placeholder as its name in braces. */
const format = createFormat('en');
const formatBulgarian = createFormat('bg');
const unfilled = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([braced, name = '']) => [name, braced]));

/** Matches the text before, between and after the placeholders, in order. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join(String.raw`[^\n]+`),
  );

describe.each(Object.entries(sentences))('%s', (_, rows) => {
  test.each(rows)('%s', (text, keys, provedBy) => {
    const written = keys.map((key) => format(english.get(key) ?? key, unfilled(text)));
    expect(new Set(written)).toEqual(new Set([text]));
    const code = codeOf.get(provedBy)?.replaceAll(String.raw`\'`, "'");
    const wanted =
      provedBy === IN_BOTH_LANGUAGES
        ? [text, ...keys.map((key) => formatBulgarian(bulgarian.get(key) ?? key))]
        : [text];
    const missing = wanted.filter((each) => code === undefined || !patternOf(each).test(code));
    expect([provedBy, missing]).toEqual([provedBy, []]);
  });
});

/** Texts that are thrown or logged and are not in the language files (section 8). */
test.each([
  ['No configuration found for page: {key}', 'app/pages.test.ts'],
  ['Failed to apply page providers', 'app/broken-providers.test.tsx'],
  ['Upload failed: {status} {text}', 'core/uploads/engine/generic-upload.test.ts'],
])('section 8, in the log: %s', (text, provedBy) => {
  expect([provedBy, patternOf(text).test(codeOf.get(provedBy) ?? '')]).toEqual([provedBy, true]);
});

/** Labels of the specification, section 3, by the prefix of their keys. */
const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'category.': {
    all: 'All Categories',
    electronics: 'Electronics',
    furniture: 'Furniture',
    photography: 'Photography',
    clothing: 'Clothing',
    'home-garden': 'Home & Garden',
    sports: 'Sports',
    automotive: 'Automotive',
    'books-media': 'Books & Media',
    collectibles: 'Collectibles',
    'health-beauty': 'Health & Beauty',
    'tools-hardware': 'Tools & Hardware',
    'toys-games': 'Toys & Games',
    'music-instruments': 'Music & Instruments',
    'art-crafts': 'Art & Crafts',
    other: 'Other',
  },
  'session.status.': {
    active: 'active',
    warning: 'warning',
    critical: 'critical',
    expired: 'expired',
    inactive: 'inactive',
  },
  'system.': { healthy: 'healthy', checking: 'checking', degraded: 'degraded', error: 'error' },
  'uploads.short.': {
    validating: 'Val',
    analyzing: 'Ana',
    initializing: 'Init',
    session_creating: 'Ses',
    preparing_chunks: 'Prep',
    uploading: 'Up',
    chunk_verifying: 'Ver',
    completing: 'Comp',
    finalizing: 'Fin',
    url_generating: 'Gen',
    url_updating: 'Upd',
    completed: 'Conf',
  },
};

test.each(Object.entries(labels))('section 3, labels of %s', (prefix, given) => {
  const written = Object.keys(given).map((key) => [key, format(english.get(prefix + key) ?? key)]);
  expect(Object.fromEntries(written)).toEqual(given);
});
