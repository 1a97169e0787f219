/** Writes by others from before the rule: file and table. Remove a line when it is gone; add none. */
export const otherWriters: readonly string[] = [
  'features/demo/generate-deals.ts: deals',
  'features/demo/generate-deals.ts: sources',
  'features/demo/load-demo-catalogue.ts: deals',
  'features/demo/load-demo-catalogue.ts: offers_to_group',
  'features/demo/load-demo-catalogue.ts: price_observations',
  'features/demo/load-demo-catalogue.ts: sources',
  'features/demo/talk/load-demo-talk.ts: channels',
  'features/demo/talk/load-demo-talk.ts: message_reactions',
  'features/demo/talk/load-demo-talk.ts: messages',
  'features/demo/talk/load-demo-talk.ts: users',
];
