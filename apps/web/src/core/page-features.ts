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

/** The features of the current page, as the table of pages names them. */
export const PageFeatures = createContext<readonly PageFeature[] | null>(null);

/**
 * Whether the current page has the feature. Outside any page, as in an isolated test, every feature
 * is on.
 */
export const useHasFeature = (feature: PageFeature): boolean =>
  use(PageFeatures)?.includes(feature) ?? true;
