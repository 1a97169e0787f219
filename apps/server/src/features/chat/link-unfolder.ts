import { Parser } from 'htmlparser2';
import type { MessageLink } from '@izgodno/contract/chat/message';
import { GuardedFetchError, type GuardedFetch } from '#platform/http/guarded-fetch.ts';

/** The number of bytes read from a page; its metadata is at the beginning. */
const MAX_PAGE_BYTES = 512 * 1024;
const TIMEOUT_MS = 6_000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 300;
const MAX_SITE_NAME = 80;

const shorten = (text: string, maximum: number): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll('\0', '').toWellFormed().trim().slice(0, maximum);

/**
 * A page's metadata: Open Graph first, then standard elements. Returns null for a page without a
 * title.
 */
export const describePage = (html: string, url: string): MessageLink | null => {
  const said = new Map<string, string>();
  let title = '';
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'title') inTitle = title === '';
      if (name !== 'meta') return;
      const key = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase();
      const content = attributes['content'] ?? '';
      if (key !== '' && !said.has(key)) said.set(key, content);
    },
    ontext(text) {
      if (inTitle) title += text;
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
    },
  });
  parser.write(html);
  parser.end();

  const name = shorten(said.get('og:title') ?? title, MAX_TITLE);
  if (name === '') return null;
  const image = URL.parse(said.get('og:image') ?? '', url);
  return {
    kind: 'page',
    url,
    title: name,
    description: shorten(
      said.get('og:description') ?? said.get('description') ?? '',
      MAX_DESCRIPTION,
    ),
    siteName: shorten(said.get('og:site_name') ?? URL.parse(url)?.hostname ?? '', MAX_SITE_NAME),
    imageUrl: said.has('og:image') && image?.protocol === 'https:' ? image.href : null,
  };
};

/** Makes the preview of a link; null if it cannot be described. */
export type UnfoldLink = (link: string, signal: AbortSignal) => Promise<MessageLink | null>;

export const createLinkUnfolder =
  (fetch: GuardedFetch): UnfoldLink =>
  async (link, signal) => {
    try {
      const answer = await fetch(link, {
        accept: 'text/html',
        maxBytes: MAX_PAGE_BYTES,
        timeoutMs: TIMEOUT_MS,
        signal,
      });
      const isPage = /^text\/html\b/i.test(answer.headers.get('content-type') ?? '');
      if (answer.status !== 200 || !isPage) return null;
      return describePage(answer.body.toString('utf8'), link);
    } catch (error) {
      // Links to private networks, unreachable hosts and endless pages stay without a preview.
      if (error instanceof GuardedFetchError) return null;
      throw error;
    }
  };
