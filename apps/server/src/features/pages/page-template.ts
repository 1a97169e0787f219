import type { LanguageCode } from '@izgodno/contract/common/language';

/** What stands in one answer beside what stands in all. Everything is HTML. */
export interface PageParts {
  readonly language: LanguageCode;
  /** Of the head; with a title and a description of its own in the place of the general ones. */
  readonly head?: string;
  readonly describesItself?: boolean;
  /** Before the application's own scripts and styles: what is to be fetched first. */
  readonly preloads?: string;
  /** What is seen until the application takes its place. */
  readonly view?: string;
  /** After the body's content. */
  readonly data?: string;
}

export type WritePage = (parts: PageParts) => string;

const general = /<title>[^<]*<\/title>|<meta\s+name="description"[^>]*>/g;

/** Where `mark` stands in `page`, or the end of it. */
const placeOf = (page: string, mark: string): number => {
  const place = page.indexOf(mark);
  return place === -1 ? page.length : place;
};

/** The one page, cut once where its parts go. */
export const createPageWriter = (page: string): WritePage => {
  const head = placeOf(page, '<title>');
  const root = page.indexOf('<div id="root">');
  const inside = root === -1 ? page.length : root + '<div id="root">'.length;
  const end = Math.max(placeOf(page, '</body>'), inside);
  const pieces = [page.slice(0, head), page.slice(head, inside), page.slice(inside, end)] as const;
  const plain = pieces.map((piece) => piece.replaceAll(general, ''));
  const last = page.slice(end);

  return ({
    language,
    head: own = '',
    describesItself = false,
    preloads = '',
    view = '',
    data = '',
  }) => {
    const [start = '', middle = '', content = ''] = describesItself ? plain : pieces;
    const opening = start.replace('<html lang="en">', `<html lang="${language}">`);
    return `${opening}${preloads}${own}${middle}${view}${content}${data}${last}`;
  };
};
