import type { Given, Things } from './steps.ts';

/** The input of calls that read, where their parameters do not suffice. */
export const reads: Readonly<Record<string, (things: Things) => Given>> = {
  findMessageAt: (things) => ({ query: { time: new Date(things.now - 60_000).toISOString() } }),
  searchMessages: () => ({ query: { q: 'продава' } }),
  findEverywhere: () => ({ query: { q: 'велосипед' } }),
  findUsers: () => ({ query: { q: 'Some' } }),
  getPresence: (things) => ({ query: { userId: things('other') } }),
  getLastActiveChannel: (things) => ({ params: { id: things('owner') } }),
  getChatProfile: (things) => ({ params: { userId: things('owner') } }),
  findDealByLink: () => ({ query: { link: 'https://shop.example/p/1' } }),
  suggestLocations: () => ({ query: { q: 'Соф' } }),
  suggestDeals: () => ({ query: { q: 'вело' } }),
  listDeals: () => ({ query: { q: 'велосипед' } }),
  listEngagement: (things) => ({ query: { ids: things('foreign-deal') } }),
  listDealChanges: (things) => ({ query: { ids: things('deal') } }),
  getClaimRecord: () => ({ params: { source: 'shop' } }),
  getSale: (things) => ({ params: { id: things('other-deal') } }),
  previewSavedSearch: () => ({ query: { query: 'q=велосипед' } }),
  readLegalPage: () => ({ params: { page: 'terms' }, query: { language: 'bg' } }),
  getThread: (things) => ({ params: { id: things('message') } }),
  getFileDetails: (things) => ({ params: { id: things('file') } }),
};
