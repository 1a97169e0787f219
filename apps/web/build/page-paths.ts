import { readdir, readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import * as z from 'zod/mini';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import { PAGE_LIST, type PageList, type PageTitle } from '@izgodno/contract/site/page-list';

const tableSchema = z.object({
  pages: z.record(
    z.string(),
    z.object({
      path: z.string(),
      title: z.optional(z.string()),
      features: z.array(z.string()),
    }),
  ),
});
const textsSchema = z.record(z.string(), z.string());

const texts = new URL('../src/core/language/texts/', import.meta.url);

const readTexts = async (language: LanguageCode): Promise<Readonly<Record<string, string>>> => {
  const folder = new URL(`${language}/`, texts);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const parts = await Promise.all(
    files.map(async (file) =>
      textsSchema.parse(JSON.parse(await readFile(new URL(file, folder), 'utf8'))),
    ),
  );
  return Object.assign({}, ...parts);
};

/**
 * The paths and titles of a page that sets its own title because it depends on the path. The table
 * has none of them, so that the first route stays small.
 */
const PATHS_WITH_TITLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  post: { '/post': 'posts.title', '/post/:dealId': 'posts.editTitle' },
};

/** The paths and titles of the pages table, for the server. */
export const readPageList = async (): Promise<PageList> => {
  // Not an import of the configuration's own, because Vite would bundle every page into it.
  const table: unknown = await import(new URL('../src/app/pages.ts', import.meta.url).href);
  const { notFound, ...pages } = tableSchema.parse(table).pages;
  const [en, bg] = await Promise.all(languages.map(readTexts));
  const titleOf = (key: string | undefined): PageTitle | undefined => {
    const title = key === undefined ? undefined : { en: en?.[key], bg: bg?.[key] };
    return title?.en === undefined || title.bg === undefined
      ? undefined
      : { en: title.en, bg: title.bg };
  };
  return {
    pages: Object.entries(pages).flatMap(([page, { path, title, features }]) =>
      Object.entries(PATHS_WITH_TITLES[page] ?? { [path]: title }).map(([each, key]) => ({
        path: each,
        title: titleOf(key),
        withoutSearch: !features.includes('search'),
      })),
    ),
    notFound: titleOf(notFound?.title),
  };
};

/**
 * Writes the paths and titles of the pages table: the server responds to any other path with 404,
 * and sends each page with its title and with preloads of the search if it has one.
 */
export const pagePaths = (): Plugin => ({
  name: 'izgodno:page-paths',
  apply: 'build',
  async generateBundle() {
    const source = JSON.stringify(await readPageList());
    this.emitFile({ type: 'asset', fileName: PAGE_LIST, source });
  },
});
