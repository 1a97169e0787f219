import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Messages } from '../format-message.ts';
import type { en } from './en.ts';
import type account from './en/account.json';
import type auth from './en/auth.json';
import type chat from './en/chat.json';
import type chatMore from './en/chat-more.json';
import type dashboard from './en/dashboard.json';
import type deal from './en/deal.json';
import type factors from './en/factors.json';
import type help from './en/help.json';
import type keeping from './en/keeping.json';
import type moderation from './en/moderation.json';
import type notices from './en/notices.json';
import type offline from './en/offline.json';
import type offers from './en/offers.json';
import type operations from './en/operations.json';
import type pages from './en/pages.json';
import type profile from './en/profile.json';
import type savedSearches from './en/saved-searches.json';
import type posting from './en/posting.json';
import type posts from './en/posts.json';
import type session from './en/session.json';
import type styleguide from './en/styleguide.json';
import type uploads from './en/uploads.json';

/** Texts that load with the code that shows them, by the name of their file. */
interface AreaTexts {
  readonly account: typeof account;
  readonly auth: typeof auth;
  readonly chat: typeof chat;
  readonly 'chat-more': typeof chatMore;
  readonly dashboard: typeof dashboard;
  readonly deal: typeof deal;
  readonly factors: typeof factors;
  readonly help: typeof help;
  readonly keeping: typeof keeping;
  readonly moderation: typeof moderation;
  readonly notices: typeof notices;
  readonly offers: typeof offers;
  readonly offline: typeof offline;
  readonly operations: typeof operations;
  readonly pages: typeof pages;
  readonly profile: typeof profile;
  readonly 'saved-searches': typeof savedSearches;
  readonly posting: typeof posting;
  readonly posts: typeof posts;
  readonly session: typeof session;
  readonly styleguide: typeof styleguide;
  readonly uploads: typeof uploads;
}

export type Area = keyof AreaTexts;

type KeyOf<Texts> = Texts extends unknown ? keyof Texts : never;

/** Every text of the product has its key in the English texts. */
export type MessageKey = keyof typeof en | KeyOf<AreaTexts[Area]>;

const loaders = import.meta.glob<Messages>(
  ['./*/*.json', '!./*/deals.json', '!./*/errors.json', '!./*/shell.json'],
  { import: 'default' },
);

/** Loads the texts of an area. Throws if they cannot be loaded. */
export const loadAreaTexts = async (code: LanguageCode, area: Area): Promise<Messages> => {
  const load = loaders[`./${code}/${area}.json`];
  if (load === undefined) throw new Error(`There are no ${code} texts of ${area}`);
  return load();
};

export const loadStartTexts = {
  en: async (): Promise<Messages> => (await import('./en.ts')).en,
  bg: async (): Promise<Messages> => (await import('./bg.ts')).bg,
} as const satisfies Record<LanguageCode, () => Promise<Messages>>;
