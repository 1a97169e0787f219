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
