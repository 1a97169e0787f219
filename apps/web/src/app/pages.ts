import type { MessageKey } from '#core/language/language.ts';
import type { PageFeature } from '#core/page-features.ts';
import { matchPath } from '#core/router/match-path.ts';
import { OFFLINE_PATH } from '#core/offline/offline-path.ts';
import { LOGIN_PATH, REGISTER_PATH } from '#core/session/return-path.ts';

/** The layout of a page and who may see it (specification, section 2). */
export interface PageConfig {
  /** A pattern for `matchPath`. */
  readonly path: string;
  /** Absent if the page sets its own title, as a deal does. */
  readonly title?: MessageKey;
  readonly access: 'any' | 'signed-in';
  /** True if a page for signed-in users checks access itself, so that its frame shows meanwhile. */
  readonly guarded?: boolean;
  /**
   * True if a page for signed-in users shows itself and requests its data while the session is
   * being validated.
   */
  readonly ahead?: boolean;
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
}

const withSidebar = { header: true, sidebar: true, footer: false } as const;
const withFooter = { header: true, sidebar: true, footer: true } as const;
const bare = { header: false, sidebar: false, footer: false } as const;
const everyTool = ['search', 'languageSwitcher', 'userMenu'] as const;

export const pages = {
  /** Redirects to the deals, with their layout, so that nothing moves. */
  start: {
    path: '/',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'filters',
  },
  deals: {
    path: '/deals',
    title: 'deals.title',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'filters',
  },
  deal: {
    path: '/deals/:dealId',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  trending: {
    path: '/trending',
    title: 'trending.title',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  favorites: {
    path: '/favorites',
    title: 'favorites.title',
    access: 'signed-in',
    ahead: true,
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  savedSearches: {
    path: '/favorites/searches',
    title: 'searches.title',
    access: 'signed-in',
    ahead: true,
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  myPosts: {
    path: '/my-posts',
    title: 'shell.myPosts',
    access: 'signed-in',
    ahead: true,
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  /** Sets its own title, because it creates a new post or edits one. */
  post: {
    path: '/post/:dealId?',
    access: 'signed-in',
    guarded: true,
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  login: {
    path: LOGIN_PATH,
    title: 'login.title',
    access: 'any',
    needsSession: true,
    layout: bare,
    features: [],
  },
  register: {
    path: REGISTER_PATH,
    title: 'register.title',
    access: 'any',
    needsSession: true,
    layout: bare,
    features: [],
  },
  forgotPassword: {
    path: '/forgot-password',
    title: 'forgot.title',
    access: 'any',
    layout: bare,
    features: [],
  },
  resetPassword: {
    path: '/reset-password',
    title: 'reset.title',
    access: 'any',
    layout: bare,
    features: [],
  },
  confirmEmail: {
    path: '/confirm-email',
    title: 'confirm.title',
    access: 'any',
    layout: bare,
    features: [],
  },
  profile: {
    path: '/profile',
    title: 'profile.title',
    access: 'signed-in',
    ahead: true,
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  settings: {
    path: '/settings',
    title: 'settings.title',
    access: 'signed-in',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  chat: {
    path: '/chat/:channelId?',
    title: 'chat.title',
    access: 'signed-in',
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
  },
  dashboard: {
    path: '/dashboard',
    title: 'dashboard.title',
    access: 'signed-in',
    ahead: true,
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  moderation: {
    path: '/moderation',
    title: 'moderation.title',
    access: 'signed-in',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  /** The title is the seller's name. */
  seller: {
    path: '/users/:userId',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  operations: {
    path: '/operations',
    title: 'sources.title',
    access: 'signed-in',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  /** The specification's "home"; `/home` itself has no route. */
  welcome: {
    path: '/welcome',
    title: 'welcome.title',
    access: 'any',
    layout: withFooter,
    features: [...everyTool, 'quickLinks', 'recentActivity', 'socialLinks', 'newsletter'],
    sidebar: 'categories',
  },
  about: {
    path: '/about',
    title: 'about.title',
    access: 'any',
    layout: withFooter,
    features: everyTool,
    sidebar: 'categories',
  },
  contact: {
    path: '/contact',
    title: 'contact.title',
    access: 'any',
    layout: withFooter,
    features: everyTool,
    sidebar: 'categories',
  },
  help: {
    path: '/help',
    title: 'help.title',
    access: 'any',
    layout: withFooter,
    features: everyTool,
    sidebar: 'categories',
  },
  /** The unsubscribe link of each newsletter mail leads here. */
  leaveNewsletter: {
    path: '/newsletter/leave',
    title: 'leave.title',
    access: 'any',
    layout: withFooter,
    features: everyTool,
    sidebar: 'categories',
  },
  /** For developers; no page links to it. */
  styleguide: {
    path: '/styleguide',
    title: 'styleguide.title',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
  /** The service worker shows it for unreachable pages. */
  offline: {
    path: OFFLINE_PATH,
    title: 'offline.title',
    access: 'any',
    layout: withSidebar,
    features: everyTool,
    sidebar: 'categories',
  },
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
