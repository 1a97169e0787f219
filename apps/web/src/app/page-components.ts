import { lazy, type ComponentType } from 'react';
import { DealsPage } from '#features/deals/components/deals-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { findPage, type PageKey } from './pages.ts';
import { StartPage } from './start-page.tsx';

const loadDealPage = () => import('#features/deals/components/deal-page.tsx');
const loadLoginPage = () => import('#features/auth-forms/login-page.tsx');
const loadRegisterPage = () => import('#features/auth-forms/register-page.tsx');
const loadProfilePage = () => import('#features/account/profile-page.tsx');
const loadSettingsPage = () => import('#features/account/settings/settings-page.tsx');

/** What each page of the pages table shows. Only the first route's code is there from the start. */
export const pageComponents: Readonly<Record<PageKey, ComponentType>> = {
  start: StartPage,
  deals: DealsPage,
  deal: lazy(async () => ({ default: (await loadDealPage()).DealPage })),
  login: lazy(async () => ({ default: (await loadLoginPage()).LoginPage })),
  register: lazy(async () => ({ default: (await loadRegisterPage()).RegisterPage })),
  profile: lazy(async () => ({ default: (await loadProfilePage()).ProfilePage })),
  settings: lazy(async () => ({ default: (await loadSettingsPage()).SettingsPage })),
  notFound: NotFoundPage,
};

const loaders: Partial<Record<PageKey, () => Promise<unknown>>> = {
  deal: loadDealPage,
  login: loadLoginPage,
  register: loadRegisterPage,
  profile: loadProfilePage,
  settings: loadSettingsPage,
};

/** Loads the code of the page behind an address before it is asked for. */
export const preloadPage = (href: string): void => {
  const { key } = findPage(new URL(href, location.href).pathname);
  // What fails now is tried again, and told, when the page is opened.
  loaders[key]?.().catch(() => undefined);
};
