import type { ComponentType } from 'react';
import type { Area, TextKey } from '#core/language/language.ts';
import type { PageFeature } from '#core/page-features.ts';
import { matchPath } from '#core/router/match-path.ts';
import {
  CHANNELS_PATH,
  CHAT_PROFILE_PATH,
  LAST_ACTIVE_CHANNEL_PATH,
} from '@izgodno/contract/site/first-paths';
import { OFFLINE_PATH } from '@izgodno/contract/site/offline-path';
import {
  CONFIRM_PATH,
  FORGOT_PATH,
  LOGIN_PATH,
  REGISTER_PATH,
  RESET_PATH,
} from '#core/session/return-path.ts';

/** The layout of a page and who may see it (specification, section 2). */
export interface PageConfig {
  /** A pattern for `matchPath`. */
  readonly path: string;
  /** Absent if the page sets its own title, as a deal does. */
  readonly title?: TextKey;
  readonly access: 'any' | 'signed-in';
  /** True if a page for signed-in users checks access itself, so that its frame shows meanwhile. */
  readonly guarded?: boolean;
  /**
   * True if a page for signed-in users shows itself and requests its data while the session is
   * being validated.
   */
  readonly ahead?: boolean;
  /**
   * The paths of the GET calls that the page makes first, which are requested before its code has
   * loaded. A parameter in a path is the user's id.
   */
  readonly firstCalls?: readonly string[];
  /**
   * True if the URLs of the page are states of one page, which stays when they change. Others start
   * again.
   */
  readonly staysMounted?: boolean;
  /** True if a public page starts a session. */
  readonly needsSession?: boolean;
  readonly layout: {
    readonly header: boolean;
    readonly sidebar: boolean;
    readonly footer: boolean;
    /** True if the page is as high as the window and scrolls inside. */
    readonly fills?: boolean;
  };
  readonly features: readonly PageFeature[];
  /** What the sidebar shows below the main links. */
  readonly sidebar?: 'filters' | 'categories' | 'chat';
  /** The areas of its texts; those of the first route load at start-up. */
  readonly texts?: readonly Area[];
  /** Imports its module, which exports the page and nothing else. Absent on the first route. */
  readonly load?: () => Promise<Readonly<Record<string, ComponentType>>>;
}

const withSidebar = { header: true, sidebar: true, footer: false } as const;
const everyTool = ['search', 'languageSwitcher', 'userMenu'] as const;

type LazyPage = PageConfig & Required<Pick<PageConfig, 'texts' | 'load'>>;

/** A page for everybody, with the header and the sidebar. */
const page = (
  path: string,
  title: TextKey | undefined,
  texts: readonly Area[],
  load: LazyPage['load'],
): LazyPage => ({
  path,
  ...(title && { title }),
  access: 'any',
  layout: withSidebar,
  features: everyTool,
  sidebar: 'categories',
  texts,
  load,
});

/** A page for signed-in users. */
const ownPage = (...row: Parameters<typeof page>): LazyPage => ({
  ...page(...row),
  access: 'signed-in',
});

/** A page for signed-in users that does not wait for the session's validation. */
const aheadPage = (...row: Parameters<typeof page>): LazyPage => ({
  ...ownPage(...row),
  ahead: true,
});

/** A page about the site, with the footer. */
const sitePage = (...row: Parameters<typeof page>): LazyPage => ({
  ...page(...row),
  layout: { ...withSidebar, footer: true },
});

/** A page that the law asks for. */
const legalPage = (path: string, title: TextKey): LazyPage =>
  sitePage(path, title, ['site'], () => import('#features/site/legal-page.tsx'));

/** A form that fills the window. */
const formPage = (...row: Parameters<typeof page>): LazyPage => ({
  ...page(...row),
  layout: { header: false, sidebar: false, footer: false },
  features: [],
});

/** A list of deals; the page itself names one with a path of its own. */
const dealList = {
  title: 'deals.title',
  access: 'any',
  layout: withSidebar,
  features: everyTool,
  sidebar: 'filters',
} as const;

export const pages = {
  /** Redirects to the deals, with their layout, so that nothing moves. */
  start: {
    path: '/',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'filters',
  },
  deals: { ...dealList, path: '/deals' },
  categoryDeals: { ...dealList, path: '/c/:category' },
  sourceDeals: { ...dealList, path: '/shop/:source' },
  brandDeals: { ...dealList, path: '/brand/:brand' },
  locationDeals: { ...dealList, path: '/in/:location' },
  /** Sets its own title. */
  deal: page('/deals/:dealId', undefined, ['deals.page'], () => import('#app/pages/deal-page.tsx')),
  trending: page(
    '/trending',
    'trending.title',
    ['engagement'],
    () => import('#app/pages/trending-page.tsx'),
  ),
  favorites: aheadPage(
    '/favorites',
    'favorites.title',
    ['engagement'],
    () => import('#app/pages/favorites-page.tsx'),
  ),
  savedSearches: aheadPage(
    '/favorites/searches',
    'searches.title',
    ['saved-searches'],
    () => import('#features/saved-searches/components/saved-searches-page.tsx'),
  ),
  priceAlerts: aheadPage(
    '/favorites/alerts',
    'alerts.pageTitle',
    ['price-alerts'],
    () => import('#features/price-alerts/price-alerts-page.tsx'),
  ),
  watchedPages: aheadPage(
    '/favorites/watched',
    'watched.title',
    ['accounts.session', 'sources.link', 'watched-pages'],
    () => import('#features/watched-pages/watched-pages-page.tsx'),
  ),
  /** Opened by "Share" on a phone. */
  share: ownPage(
    '/share',
    'share.title',
    ['accounts.session', 'sources.link', 'watched-pages'],
    () => import('#app/pages/share-page.tsx'),
  ),
  myPosts: aheadPage(
    '/my-posts',
    'shell.myPosts',
    ['posts'],
    () => import('#app/pages/my-posts-page.tsx'),
  ),
  /** Sets its own title, because it creates a new post or edits one. */
  post: {
    ...ownPage(
      '/post/:dealId?',
      undefined,
      ['accounts.session', 'posts.form', 'sources.link'],
      () => import('#app/pages/post-route.tsx'),
    ),
    guarded: true,
  },
  login: {
    ...formPage(
      LOGIN_PATH,
      'login.title',
      ['accounts.factors', 'accounts.session', 'accounts.sign-in'],
      () => import('#features/accounts/sign-in/login-page.tsx'),
    ),
    needsSession: true,
  },
  register: {
    ...formPage(
      REGISTER_PATH,
      'register.title',
      ['accounts.session', 'accounts.sign-in'],
      () => import('#features/accounts/sign-in/register-page.tsx'),
    ),
    needsSession: true,
  },
  forgotPassword: formPage(
    FORGOT_PATH,
    'forgot.title',
    ['accounts.sign-in'],
    () => import('#features/accounts/sign-in/forgot-password-page.tsx'),
  ),
  resetPassword: formPage(
    RESET_PATH,
    'reset.title',
    ['accounts.session', 'accounts.sign-in'],
    () => import('#features/accounts/sign-in/reset-password-page.tsx'),
  ),
  confirmEmail: formPage(
    CONFIRM_PATH,
    'confirm.title',
    ['accounts.sign-in'],
    () => import('#features/accounts/sign-in/confirm-email-page.tsx'),
  ),
  profile: aheadPage(
    '/profile',
    'profile.title',
    ['profiles', 'uploads'],
    () => import('#features/profiles/components/profile-page.tsx'),
  ),
  settings: ownPage(
    '/settings',
    'settings.title',
    [
      'accounts.factors',
      'accounts.menu',
      'accounts.session',
      'accounts.settings',
      'accounts.sign-in',
      'notices',
      'profiles',
      'shell.signed-in',
    ],
    () => import('#app/pages/settings-page.tsx'),
  ),
  chat: {
    ...ownPage(
      '/chat/:channelId?',
      'chat.title',
      ['chat', 'shell.signed-in'],
      () => import('#features/chat/chat-page.tsx'),
    ),
    layout: { ...withSidebar, fills: true },
    features: [
      'languageSwitcher',
      'userMenu',
      'notifications',
      'userStatus',
      'channelInfo',
      'voiceMessages',
    ],
    sidebar: 'chat',
    firstCalls: [CHANNELS_PATH, CHAT_PROFILE_PATH, LAST_ACTIVE_CHANNEL_PATH],
    staysMounted: true,
  },
  dashboard: aheadPage(
    '/dashboard',
    'dashboard.title',
    ['dashboard'],
    () => import('#features/dashboard/components/dashboard-page.tsx'),
  ),
  moderation: ownPage(
    '/moderation',
    'moderation.title',
    ['moderation'],
    () => import('#app/pages/moderation-page.tsx'),
  ),
  administration: ownPage(
    '/admin/:userId?',
    'administration.title',
    [
      'accounts.administration',
      'moderation',
      'search.log',
      'search.understood',
      'sources',
      'system',
    ],
    () => import('#app/pages/administration-page.tsx'),
  ),
  /** The title is the seller's name. */
  seller: page(
    '/users/:userId',
    undefined,
    ['profiles'],
    () => import('#app/pages/seller-page.tsx'),
  ),
  /** The former address of the sources: redirects to the administration. */
  operations: ownPage(
    '/operations',
    'administration.title',
    ['accounts.administration'],
    () => import('#app/pages/former-sources-page.tsx'),
  ),
  /** The specification's "home"; `/home` itself has no route. */
  welcome: {
    ...sitePage('/welcome', 'welcome.title', ['site'], () => import('#app/pages/welcome-page.tsx')),
    features: [...everyTool, 'quickLinks', 'recentActivity', 'socialLinks', 'newsletter'],
  },
  about: sitePage('/about', 'about.title', ['site'], () => import('#features/site/about-page.tsx')),
  contact: sitePage(
    '/contact',
    'contact.title',
    ['site'],
    () => import('#features/site/contact-page.tsx'),
  ),
  help: sitePage(
    '/help',
    'help.title',
    ['site', 'site.help'],
    () => import('#features/site/help-page.tsx'),
  ),
  terms: legalPage('/terms', 'legal.terms'),
  privacy: legalPage('/privacy', 'legal.privacy'),
  imprint: legalPage('/imprint', 'legal.imprint'),
  cookies: legalPage('/cookies', 'legal.cookies'),
  accessibility: legalPage('/accessibility', 'legal.accessibility'),
  /** The unsubscribe link of each newsletter mail leads here. */
  leaveNewsletter: sitePage(
    '/newsletter/leave',
    'leave.title',
    ['site'],
    () => import('#features/newsletter/leave-newsletter-page.tsx'),
  ),
  /** For developers; no page links to it. */
  styleguide: page(
    '/styleguide',
    'styleguide.title',
    ['styleguide', 'uploads'],
    () => import('#app/styleguide/styleguide-page.tsx'),
  ),
  /** The service worker shows it for unreachable pages. */
  offline: page(
    OFFLINE_PATH,
    'offline.title',
    ['offline'],
    () => import('#app/pages/offline-page.tsx'),
  ),
  /** Any other path. It is the last row, and its own path never matches. */
  notFound: {
    path: '/404',
    title: 'notFound.title',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
} as const satisfies Record<string, PageConfig>;

export type PageKey = keyof typeof pages;

const isPageKey = (key: string): key is PageKey => Object.hasOwn(pages, key);
const pageKeys = Object.keys(pages).filter(isPageKey);

/** Returns the row of a page. Throws if there is none (specification, section 8). */
export const configurationOf = (key: string): PageConfig => {
  if (!isPageKey(key)) throw new Error(`No configuration found for page: ${key}`);
  return pages[key];
};

export interface MatchedPage {
  readonly key: PageKey;
  readonly config: PageConfig;
  readonly params: Readonly<Record<string, string>>;
}

/** The page that a path leads to. */
export const findPage = (path: string): MatchedPage => {
  for (const key of pageKeys) {
    const params = key === 'notFound' ? undefined : matchPath(pages[key].path, path);
    if (params !== undefined) return { key, config: configurationOf(key), params };
  }
  return { key: 'notFound', config: configurationOf('notFound'), params: {} };
};
