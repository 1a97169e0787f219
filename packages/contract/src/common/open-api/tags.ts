import type { contractModules } from './contract-modules.ts';

/** What the calls of each feature are about. */
export const tags = {
  accounts: 'Sign-in, sessions, passwords and second factors.',
  audit: 'What moderators and administrators did.',
  blocks: 'Who blocks whom.',
  chat: 'Channels, messages, comments on deals, presence.',
  dashboard: 'The numbers of one’s own deals.',
  deals: 'Deals, what changed of them, and their prices over time.',
  engagement: 'Favourites, likes, views and what is popular now.',
  locations: 'Towns and districts.',
  moderation: 'Reports, expired deals, and what moderators decide.',
  newsletter: 'Subscriptions to the newsletter.',
  notices: 'Notices about deals, and how they arrive.',
  posts: 'Deals that members post.',
  'price-alerts': 'Notices of a price below the one that a member asks for.',
  profiles: 'Profiles and settings.',
  sales: 'Sales to named members, and ratings.',
  'saved-searches': 'Searches that report new matches.',
  search: 'Lists of deals, suggestions, similar deals.',
  site: 'The contact page and what the operator has set.',
  sources: 'Where deals come from.',
  system: 'Health, and what is wrong with the installation.',
  uploads: 'Files.',
  visitors: 'The country of a visitor.',
  'watched-pages': 'Pages of shops whose prices a member follows.',
  webhooks: 'Messages to servers of members when something happens.',
} as const satisfies Record<Exclude<keyof typeof contractModules, 'common'>, string>;
