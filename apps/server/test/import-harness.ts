import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import { createMerchantFeed } from '#features/sources/merchant-feed/merchant-feed.ts';
import { openFeed } from '#features/sources/merchant-feed/open-feed.ts';
import { importLimits, type ImportLimits } from '#features/sources/pipeline/import-limits.ts';
import { createRejectionReport } from '#features/sources/pipeline/rejection-report.ts';
import { runImport, type ImportResult } from '#features/sources/pipeline/run-import.ts';
import type { TestDatabase } from './test-database.ts';
import { portOf } from './port-of.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

const reportLine = z.object({
  row: z.int(),
  id: z.nullable(z.string()),
  reason: z.string(),
  detail: z.string(),
});

/** A folder for the calling `describe` or file. */
export const useFolder = (): { readonly path: string } => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'izgodno-import-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    get path() {
      return folder;
    },
  };
};

export interface ImportChoices {
  readonly sourceId?: string;
  readonly allowShrink?: boolean;
  readonly limits?: Partial<ImportLimits>;
  readonly now?: number;
}

/** Imports on a separate connection, like the command. */
export const importFrom = async (
  database: TestDatabase,
  folder: string,
  origin: string,
  { sourceId, allowShrink = false, limits: changed = {}, now = NOW }: ImportChoices = {},
): Promise<ImportResult> => {
  const limits = { ...importLimits, ...changed };
  const { signal } = new AbortController();
  const client = await database.pool.connect();
  try {
    return await runImport({
      client,
      connector: createMerchantFeed({
        origin,
        open: () => openFeed(origin, { contact: 'https://izgodno.example', signal }),
        now,
        limits,
      }),
      sourceId,
      group: 'other',
      allowShrink,
      limits,
      createReport: (id) => createRejectionReport(path.join(folder, `${id}.jsonl`)),
      onProgress: () => {},
      signal,
    });
  } finally {
    client.release(true);
  }
};

/** The rejected rows that an import reported. */
export const readReport = async (
  file: string | null,
): Promise<readonly z.infer<typeof reportLine>[]> => {
  if (file === null) return [];
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => reportLine.parse(JSON.parse(line)));
};

export interface Offer {
  readonly id: string;
  readonly price: string;
  readonly title?: string;
  readonly availability?: 'in_stock' | 'out_of_stock';
}

/** A small feed of well-formed offers. */
export const feedOf = (offers: readonly Offer[]): string =>
  `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Магазин</title><link>https://www.s.example.bg</link>${offers
    .map(
      ({ id, price, title = `Оферта ${id}`, availability = 'in_stock' }) =>
        `<item><g:id>${id}</g:id><title>${title}</title><link>https://s.example.bg/${id}</link><g:price>${price}</g:price><g:availability>${availability}</g:availability></item>`,
    )
    .join('')}</channel></rss>`;

export const writeFeedFile = async (
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};

/** Imports a feed of this text, from a file of this name. */
export const importText = async (
  database: TestDatabase,
  folder: string,
  { name, text }: { readonly name: string; readonly text: string },
  choices?: ImportChoices,
): Promise<ImportResult> =>
  importFrom(database, folder, await writeFeedFile(folder, name, text), choices);

/** Starts servers of feeds, each for the test that started it; returns their URL. */
export const useFeedServers = (): ((listener: RequestListener) => Promise<string>) => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });
  return async (listener) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${portOf(server)}`;
  };
};
