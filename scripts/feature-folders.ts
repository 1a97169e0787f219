/** The trees of the repository that have a folder a feature. */
export const trees = ['server', 'web', 'contract', 'texts'] as const;
export type Tree = (typeof trees)[number];

const everywhere = trees;

/** The features of the product and the trees that each has a folder in; among the texts, files. */
export const featureFolders: Readonly<Record<string, readonly Tree[]>> = {
  accounts: everywhere,
  audit: ['server', 'web', 'contract'],
  blocks: ['server', 'contract'],
  chat: everywhere,
  dashboard: everywhere,
  deals: everywhere,
  demo: ['server'],
  engagement: everywhere,
  locations: ['server', 'web', 'contract'],
  moderation: everywhere,
  newsletter: ['server', 'web', 'contract'],
  notices: everywhere,
  posts: everywhere,
  profiles: everywhere,
  realtime: ['server', 'contract'],
  'saved-searches': everywhere,
  search: ['server', 'web', 'contract'],
  site: everywhere,
  sources: everywhere,
  system: ['server', 'contract'],
  uploads: everywhere,
  visitors: ['server', 'web', 'contract'],
};

/** What a tree holds beside features. */
export const otherFolders: Readonly<Record<Tree, readonly string[]>> = {
  server: [],
  web: [],
  contract: ['common'],
  texts: ['errors', 'offline', 'shell', 'styleguide'],
};
