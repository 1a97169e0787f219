import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

const KIBIBYTE = 1024;

/**
 * The total gzipped size that a URL may load before it is usable: for /deals as in
 * docs/decisions/0007-web.md; for others also the page's own code and texts.
 */
const routes = [
  {
    route: '/deals',
    budget: 115 * KIBIBYTE,
    modules: ['src/app/deal-lists.tsx'],
    areas: ['deals'],
  },
  {
    route: '/deals/:dealId',
    budget: 128 * KIBIBYTE,
    modules: [
      'src/app/deal-lists.tsx',
      'src/app/pages/deal-page.tsx',
      'src/features/deals/price/price-section.tsx',
    ],
    areas: ['deals', 'deals.page'],
  },
  {
    route: '/post',
    budget: 148 * KIBIBYTE,
    modules: [
      'src/app/deal-lists.tsx',
      'src/app/pages/post-route.tsx',
      'src/app/session-layer.tsx',
    ],
    areas: ['deals', 'posts.form'],
  },
  {
    route: '/chat',
    budget: 178 * KIBIBYTE,
    modules: [
      'src/app/session-layer.tsx',
      'src/app/signed-in.tsx',
      'src/features/chat/channels/sidebar-chat.tsx',
      'src/features/chat/chat-page.tsx',
    ],
    areas: ['accounts.session', 'chat', 'shell.signed-in'],
  },
  {
    // What members need must not come with it: docs/decisions/0396-one-file-for-signed-in-pages.md.
    route: 'a list with all that follows',
    budget: 129 * KIBIBYTE,
    modules: [
      'src/app/deal-lists.tsx',
      'src/app/later.ts',
      'src/app/shell/bottom-navigation.tsx',
      'src/features/deals/card/deal-watch.tsx',
      'src/features/saved-searches/components/save-search.tsx',
      'src/features/search/box/suggestion-popup.tsx',
      'src/shared/ui/toast-region.tsx',
    ],
    areas: ['deals', 'saved-searches', 'search.suggestions', 'shell.bar'],
  },
] as const;

/** What every page of a signed-in user loads by itself, beside what it is about. */
const ofMembers = [
  'src/app/later.ts',
  'src/app/session-layer.tsx',
  'src/app/shell/bottom-navigation.tsx',
  'src/app/signed-in.tsx',
  'src/features/accounts/user-menu.tsx',
  'src/shared/ui/toast-region.tsx',
];

const chatRoute = {
  route: '/chat',
  budget: 160 * KIBIBYTE,
  modules: [
    ...ofMembers,
    'src/features/chat/channels/sidebar-chat.tsx',
    'src/features/chat/chat-page.tsx',
  ],
  areas: ['accounts.session', 'chat', 'shell.bar', 'shell.signed-in'],
} as const;

/**
 * What a signed-in user's page may load by itself in all, as the server sends it (brotli, without
 * headers): docs/decisions/0409-uploads-loaded-when-used.md.
 */
const memberRoutes = [
  {
    route: '/post',
    budget: 156 * KIBIBYTE,
    modules: [...ofMembers, 'src/app/deal-lists.tsx', 'src/app/pages/post-route.tsx'],
    areas: [
      'accounts.session',
      'deals',
      'posts.form',
      'shell.bar',
      'shell.signed-in',
      'sources.link',
    ],
  },
  chatRoute,
] as const;

const dist = path.join(import.meta.dirname, '../apps/web/dist');
const TEXTS = 'src/core/language/texts';
const languages = ['en', 'bg'] as const;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
  }),
);

let manifest: z.infer<typeof manifestSchema>;

beforeAll(async () => {
  const text = await readFile(path.join(dist, '.vite/manifest.json'), 'utf8').catch(() => {
    throw new Error('The web application is not built: run `npm run build` first');
  });
  manifest = manifestSchema.parse(JSON.parse(text));
});

const zipped = async (file: string): Promise<number> =>
  gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;

/** The files of these modules and of all their imports. */
const filesOf = (modules: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>();
  const load = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no part "${name}"`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) load(imported);
  };
  for (const name of modules) load(name);
  return files;
};

/** Bytes of a file as the server sends it: it compresses the smallest ones itself. */
const sent = async (file: string): Promise<number> => {
  const name = path.join(dist, file);
  const compressed = await stat(`${name}.br`).catch(() => null);
  return compressed?.size ?? brotliCompressSync(await readFile(name)).length;
};

const textsOf = (code: string, areas: readonly string[]): readonly string[] => [
  `${TEXTS}/${code}.ts`,
  ...areas.map((area) => `${TEXTS}/${code}/${area}.json`),
];

type Weigh = (file: string) => Promise<number>;

const sizeOf = async (weigh: Weigh, modules: readonly string[]): Promise<number> => {
  const sizes = await Promise.all([...filesOf(modules)].map(weigh));
  return sizes.reduce((sum, size) => sum + size, 0);
};

interface Loaded {
  readonly modules: readonly string[];
  readonly areas: readonly string[];
}

/** The larger of the languages' texts counts. */
const totalOf = async (weigh: Weigh, { modules, areas }: Loaded): Promise<number> => {
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry === true);
  const totals = await Promise.all(
    languages.map((code) => sizeOf(weigh, [...entries, ...modules, ...textsOf(code, areas)])),
  );
  return Math.max(...totals);
};

test.each(routes)('$route loads no more JavaScript than allowed', async ({ budget, ...loaded }) => {
  const total = await totalOf(zipped, loaded);
  expect(total).toBeGreaterThan(budget / 2);
  expect(total).toBeLessThanOrEqual(budget);
});

test.each(memberRoutes)(
  '$route of a signed-in user loads no more JavaScript than allowed',
  async ({ budget, ...loaded }) => {
    const total = await totalOf(sent, loaded);
    expect(total).toBeGreaterThan(budget / 2);
    expect(total).toBeLessThanOrEqual(budget);
  },
);

test('the service worker stores all that the chat loads by itself, for use without a connection', async () => {
  const worker = await readFile(path.join(dist, 'service-worker.js'), 'utf8');
  const { modules, areas } = chatRoute;
  const texts = languages.flatMap((code) => textsOf(code, areas));
  const missing = [...filesOf([...modules, ...texts])].filter((file) => !worker.includes(file));
  expect(missing).toEqual([]);
});

test('the service worker stores what every page shows later, also for visitors without the chat', async () => {
  const worker = await readFile(path.join(dist, 'service-worker.js'), 'utf8');
  const [forEveryone = ''] = worker.split('chatFiles');
  const shown = [
    'src/app/later.ts',
    'src/app/shell/bottom-navigation.tsx',
    'src/shared/ui/toast-region.tsx',
    ...languages.flatMap((code) => textsOf(code, ['deals', 'shell.bar'])),
  ];
  expect([...filesOf(shown)].filter((file) => !forEveryone.includes(file))).toEqual([]);
});
