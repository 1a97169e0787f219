import type { LanguageCode } from '@izgodno/contract/common/language';
import type { RenderedFirstView } from '@izgodno/contract/site/first-view';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { siteDescriptions } from './site-descriptions.ts';

/** The parts of one response that differ from others. All are HTML. */
export interface PageParts extends RenderedFirstView {
  readonly language: LanguageCode;
  /** The page's own title, without the site's name. */
  readonly title?: string | undefined;
  /** In the head; replaces the general title and description if it has its own. */
  readonly head?: string;
  readonly describesItself?: boolean;
  /** After the body's content. */
  readonly data?: string;
}

export type WritePage = (parts: PageParts) => string;

/** The general description, which the build writes in English. */
const description = /(<meta\s+name="description"\s+content=")[^"]*/;

const general = /<title>[^<]*<\/title>|<meta\s+name="description"[^>]*>/g;

/** The position of `mark` in `page`, or the end of `page`. */
const positionOf = (page: string, mark: string): number => {
  const markAt = page.indexOf(mark);
  return markAt === -1 ? page.length : markAt;
};

/** Puts the page's own title before the site's name (specification, section 2). */
const writeTitle = (middle: string, title: string | undefined): string =>
  title === undefined
    ? middle
    : // By a function, because in a text `$'` would mean a part of the page.
      middle.replace('<title>', (tag) => `${tag}${escapeHtml(title)} - `);

/** Splits the page once at the positions of its parts. */
export const createPageWriter = (page: string): WritePage => {
  const head = positionOf(page, '<title>');
  const root = page.indexOf('<div id="root">');
  const inside = root === -1 ? page.length : root + '<div id="root">'.length;
  const end = Math.max(positionOf(page, '</body>'), inside);
  const pieces = [page.slice(0, head), page.slice(head, inside), page.slice(inside, end)] as const;
  const plain = pieces.map((piece) => piece.replaceAll(general, ''));
  const last = page.slice(end);

  return ({ language, title, head: own = '', describesItself = false, ...rest }) => {
    const { preloads, view, data = '' } = rest;
    const [start = '', middle = '', content = ''] = describesItself ? plain : pieces;
    const opening = start
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(description, `$1${escapeHtml(siteDescriptions[language])}`);
    return `${opening}${preloads}${own}${writeTitle(middle, title)}${view}${content}${data}${last}`;
  };
};
