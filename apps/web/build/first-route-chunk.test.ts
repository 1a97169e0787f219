import { expect, test } from 'vitest';
import { firstRouteChunk, partChunk } from './first-route-chunk.ts';
import { MUTATIONS } from './page-chunks.ts';
import type { ChunkingContext } from './with-importers.ts';

/** The static imports of each module. */
const imports: Readonly<Record<string, readonly string[]>> = {
  'index.html': ['main.tsx'],
  'main.tsx': ['shell.tsx'],
  'shell.tsx': ['ui.tsx', '/react-query.js'],
  'deal-lists.tsx': ['card.tsx', 'list.ts', 'ui.tsx'],
  'card.tsx': ['money.ts'],
  'chat.tsx': ['money.ts', 'message.ts'],
  'settings.tsx': ['list.ts', 'message.ts'],
  '/react-query.js': [...MUTATIONS],
};

const context: ChunkingContext = {
  getModuleInfo: (id) => ({
    isEntry: id === 'index.html',
    importers: Object.keys(imports).filter((module) => imports[module]?.includes(id)),
    dynamicImporters: [],
  }),
};

const shared = firstRouteChunk('ground', { part: 'deal-lists.tsx', others: ['chat.tsx'] });
const part = partChunk('cards', 'deal-lists.tsx');

test.each<readonly [module: string, first: string | null, second: string | null]>([
  ['index.html', null, null],
  // The script of the page.
  ['main.tsx', null, null],
  ['shell.tsx', 'ground', null],
  ['ui.tsx', 'ground', 'cards'],
  ['/react-query.js', 'ground', null],
  // Shared with the chat, which does not load the lists.
  ['money.ts', 'ground', 'cards'],
  ['card.tsx', null, 'cards'],
  // Pages that need the lists anyway do not make it a part of the first route.
  ['list.ts', null, 'cards'],
  ['message.ts', null, null],
  ...MUTATIONS.map((module) => [module, null, null] as const),
])('%s is in the first of these: %s, %s', (module, first, second) => {
  expect([shared(module, context), part(module, context)]).toEqual([first, second]);
});
