/** Which features a server feature may import. It lists only features above it, so there are no cycles. */
export const serverImports = {
  audit: [],
  deals: [],
  locations: [],
  system: [],
  visitors: [],
  accounts: ['audit'],
  search: ['deals', 'locations'],
  realtime: ['accounts'],
  uploads: ['accounts'],
  notices: ['accounts', 'realtime'],
  blocks: ['accounts', 'realtime'],
  sources: ['audit', 'deals', 'locations', 'uploads'],
  engagement: ['accounts', 'deals', 'notices', 'visitors'],
  moderation: ['audit', 'deals', 'notices', 'visitors'],
  posts: ['accounts', 'deals', 'notices', 'search', 'uploads'],
  'saved-searches': ['accounts', 'deals', 'notices', 'search'],
  profiles: ['accounts', 'deals', 'uploads'],
  dashboard: ['notices'],
  newsletter: ['engagement', 'visitors'],
  chat: ['accounts', 'audit', 'notices', 'realtime', 'search', 'uploads'],
  site: ['search', 'visitors'],
  demo: ['accounts', 'chat', 'deals', 'search', 'sources'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Which features a web feature may import. It lists only features above it, so there are no cycles. */
export const webImports = {
  engagement: [],
  locations: [],
  moderation: [],
  deals: ['engagement'],
  search: ['deals'],
  posts: ['deals', 'locations'],
  profiles: ['locations'],
  site: [],
  newsletter: ['site'],
  chat: ['moderation'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
