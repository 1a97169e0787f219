import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { PAGE_LIST, pageListSchema, type PageTitle } from '@izgodno/contract/site/page-list';
import { isOfPattern } from '#platform/http/matched-route.ts';
import { partsOf } from './page-url.ts';

/** A page of the browser; `found` is false for the one that says there is none. */
export interface KnownPage {
  readonly found: boolean;
  /** Absent if the page names what it shows. */
  readonly title: PageTitle | undefined;
  readonly withoutSearch: boolean;
}

export interface KnownPages {
  readonly notFound: KnownPage;
  /** The page at a path. Superfluous slashes are ignored, as in the browser. */
  readonly findPage: (path: string) => KnownPage;
}

/** Reads the list of pages that the build wrote; `:name?` is optional. */
export const readPages = async (folder: string): Promise<KnownPages> => {
  const text = await readFile(path.join(folder, PAGE_LIST), 'utf8');
  const list = expectShape(pageListSchema, JSON.parse(text));
  const notFound: KnownPage = { found: false, title: list.notFound, withoutSearch: false };
  const known = list.pages.map(({ path, title, withoutSearch = false }) => ({
    pattern: partsOf(path),
    page: { found: true, title, withoutSearch },
  }));
  return {
    notFound,
    findPage: (path) => {
      const given = partsOf(path);
      return known.find(({ pattern }) => isOfPattern(pattern, given))?.page ?? notFound;
    },
  };
};
