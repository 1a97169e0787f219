import type { ComponentType } from 'react';
import { lazyComponent } from '#core/lazy-component.tsx';
import { DealsPage } from './pages/deals-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { findPage, type PageKey } from './pages.ts';
import { StartPage } from './pages/start-page.tsx';

/** Pages whose code and texts load on demand: all but the first route. */
const lazyPages = {
  deal: lazyComponent(['deals.page'], async () => (await import('./pages/deal-page.tsx')).DealPage),
  trending: lazyComponent(
    ['engagement'],
    async () => (await import('#app/pages/trending-page.tsx')).TrendingPage,
  ),
  favorites: lazyComponent(
    ['engagement'],
    async () => (await import('#app/pages/favorites-page.tsx')).FavoritesPage,
  ),
  savedSearches: lazyComponent(
    ['saved-searches'],
    async () =>
      (await import('#features/saved-searches/components/saved-searches-page.tsx'))
        .SavedSearchesPage,
  ),
  myPosts: lazyComponent(
    ['posts'],
    async () => (await import('#app/pages/my-posts-page.tsx')).MyPostsPage,
  ),
  post: lazyComponent(
    ['accounts.session', 'posts.form', 'uploads'],
    async () => (await import('./pages/post-route.tsx')).PostRoute,
  ),
  login: lazyComponent(
    ['accounts.factors', 'accounts.session', 'accounts.sign-in'],
    async () => (await import('#features/accounts/sign-in/login-page.tsx')).LoginPage,
  ),
  register: lazyComponent(
    ['accounts.session', 'accounts.sign-in'],
    async () => (await import('#features/accounts/sign-in/register-page.tsx')).RegisterPage,
  ),
  forgotPassword: lazyComponent(
    ['accounts.sign-in'],
    async () =>
      (await import('#features/accounts/sign-in/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  resetPassword: lazyComponent(
    ['accounts.sign-in'],
    async () =>
      (await import('#features/accounts/sign-in/reset-password-page.tsx')).ResetPasswordPage,
  ),
  confirmEmail: lazyComponent(
    ['accounts.sign-in'],
    async () =>
      (await import('#features/accounts/sign-in/confirm-email-page.tsx')).ConfirmEmailPage,
  ),
  profile: lazyComponent(
    ['profiles', 'uploads'],
    async () => (await import('#features/profiles/components/profile-page.tsx')).ProfilePage,
  ),
  settings: lazyComponent(
    [
      'accounts.factors',
      'accounts.session',
      'accounts.settings',
      'accounts.sign-in',
      'notices',
      'profiles',
    ],
    async () => (await import('./pages/settings-page.tsx')).SettingsPage,
  ),
  chat: lazyComponent(
    ['chat', 'uploads'],
    async () => (await import('#features/chat/chat-page.tsx')).ChatPage,
  ),
  dashboard: lazyComponent(
    ['dashboard'],
    async () => (await import('#features/dashboard/components/dashboard-page.tsx')).DashboardPage,
  ),
  moderation: lazyComponent(
    ['moderation'],
    async () => (await import('#app/pages/moderation-page.tsx')).ModerationPage,
  ),
  seller: lazyComponent(
    ['profiles'],
    async () => (await import('./pages/seller-page.tsx')).SellerPage,
  ),
  operations: lazyComponent(
    ['accounts.session', 'sources'],
    async () => (await import('#features/sources/sources-page.tsx')).SourcesPage,
  ),
  welcome: lazyComponent(
    ['site'],
    async () => (await import('#app/pages/welcome-page.tsx')).WelcomePage,
  ),
  about: lazyComponent(
    ['site'],
    async () => (await import('#features/site/about-page.tsx')).AboutPage,
  ),
  contact: lazyComponent(
    ['site'],
    async () => (await import('#features/site/contact-page.tsx')).ContactPage,
  ),
  help: lazyComponent(
    ['site', 'site.help'],
    async () => (await import('#features/site/help-page.tsx')).HelpPage,
  ),
  leaveNewsletter: lazyComponent(
    ['site'],
    async () =>
      (await import('#features/newsletter/leave-newsletter-page.tsx')).LeaveNewsletterPage,
  ),
  styleguide: lazyComponent(
    ['styleguide', 'uploads'],
    async () => (await import('./styleguide/styleguide-page.tsx')).StyleguidePage,
  ),
  offline: lazyComponent(
    ['offline'],
    async () => (await import('./pages/offline-page.tsx')).OfflinePage,
  ),
} as const;

/** The component of each page in the pages table. */
export const pageComponents: Readonly<Record<PageKey, ComponentType>> = {
  start: StartPage,
  deals: DealsPage,
  ...lazyPages,
  notFound: NotFoundPage,
};

const isLazy = (key: PageKey): key is keyof typeof lazyPages => Object.hasOwn(lazyPages, key);

/** Preloads the code and data of the page behind a URL. Never throws. */
export const preloadPage = async (href: string): Promise<void> => {
  const { key } = findPage(new URL(href, location.href).pathname);
  // A failure is shown when the page is opened.
  if (isLazy(key)) await lazyPages[key].preload().catch(() => undefined);
};
