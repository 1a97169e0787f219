import type { Plugin } from 'vite';
import * as z from 'zod/mini';

const pagesSchema = z.object({ pages: z.record(z.string(), z.object({ path: z.string() })) });

/** The page for any other path. */
const NOT_FOUND = 'notFound';

/** Writes the paths of the pages table, because the server responds to any other with 404. */
export const pagePaths = (): Plugin => ({
  name: 'izgodno:page-paths',
  apply: 'build',
  async generateBundle() {
    // Not an import of the configuration's own, because Vite would bundle every page into it.
    const table: unknown = await import(new URL('../src/app/pages.ts', import.meta.url).href);
    const { [NOT_FOUND]: _, ...pages } = pagesSchema.parse(table).pages;
    const paths = Object.values(pages).map(({ path }) => path);
    this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(paths) });
  },
});
