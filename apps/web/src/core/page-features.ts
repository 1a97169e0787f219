import { createContext, use } from 'react';

/** What a page offers beside its content (specification, section 2). */
export type PageFeature =
  | 'search'
  | 'languageSwitcher'
  | 'userMenu'
  | 'notifications'
  | 'userStatus'
  | 'channelInfo'
  | 'voiceMessages'
  | 'quickLinks'
  | 'recentActivity'
  | 'socialLinks'
  | 'newsletter';

/** The features of the page on show, as the table of pages names them. */
export const PageFeatures = createContext<readonly PageFeature[] | null>(null);

/** Whether the page on show offers it. What stands outside any page, as in a test of its own, offers everything. */
export const useHasFeature = (feature: PageFeature): boolean =>
  use(PageFeatures)?.includes(feature) ?? true;
