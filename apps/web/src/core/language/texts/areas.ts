import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Messages } from '../format-message.ts';
import type { en } from './en.ts';
import type accountsFactors from './en/accounts.factors.json';
import type accountsSession from './en/accounts.session.json';
import type accountsSettings from './en/accounts.settings.json';
import type accountsSignIn from './en/accounts.sign-in.json';
import type chat from './en/chat.json';
import type chatMore from './en/chat.more.json';
import type dashboard from './en/dashboard.json';
import type dealsOffers from './en/deals.offers.json';
import type dealsPage from './en/deals.page.json';
import type engagement from './en/engagement.json';
import type moderation from './en/moderation.json';
import type notices from './en/notices.json';
import type offline from './en/offline.json';
import type posts from './en/posts.json';
import type postsForm from './en/posts.form.json';
import type profiles from './en/profiles.json';
import type savedSearches from './en/saved-searches.json';
import type site from './en/site.json';
import type siteHelp from './en/site.help.json';
import type sources from './en/sources.json';
import type styleguide from './en/styleguide.json';
import type uploads from './en/uploads.json';

/** Texts that load with the code that shows them, by the name of their file. */
interface AreaTexts {
  readonly 'accounts.factors': typeof accountsFactors;
  readonly 'accounts.session': typeof accountsSession;
  readonly 'accounts.settings': typeof accountsSettings;
  readonly 'accounts.sign-in': typeof accountsSignIn;
  readonly chat: typeof chat;
  readonly 'chat.more': typeof chatMore;
  readonly dashboard: typeof dashboard;
  readonly 'deals.offers': typeof dealsOffers;
  readonly 'deals.page': typeof dealsPage;
  readonly engagement: typeof engagement;
  readonly moderation: typeof moderation;
  readonly notices: typeof notices;
  readonly offline: typeof offline;
  readonly posts: typeof posts;
  readonly 'posts.form': typeof postsForm;
  readonly profiles: typeof profiles;
  readonly 'saved-searches': typeof savedSearches;
  readonly site: typeof site;
  readonly 'site.help': typeof siteHelp;
  readonly sources: typeof sources;
  readonly styleguide: typeof styleguide;
  readonly uploads: typeof uploads;
}

export type Area = keyof AreaTexts;

type KeyOf<Texts> = Texts extends unknown ? keyof Texts : never;

/** Every text of the product has its key in the English texts. */
export type MessageKey = keyof typeof en | KeyOf<AreaTexts[Area]>;

const loaders = import.meta.glob<{ readonly default: Messages }>([
  './*/*.json',
  '!./*/deals.json',
  '!./*/errors.json',
  '!./*/shell.json',
]);

/** Loads the texts of an area. Throws if they cannot be loaded. */
export const loadAreaTexts = async (code: LanguageCode, area: Area): Promise<Messages> => {
  const load = loaders[`./${code}/${area}.json`];
  if (load === undefined) throw new Error(`There are no ${code} texts of ${area}`);
  return (await load()).default;
};

export const loadStartTexts = {
  en: async (): Promise<Messages> => (await import('./en.ts')).en,
  bg: async (): Promise<Messages> => (await import('./bg.ts')).bg,
} as const satisfies Record<LanguageCode, () => Promise<Messages>>;
