import * as z from 'zod/mini';
import type { MessageLink } from '@izgodno/contract/chat/message';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import type { RateWindows } from '#platform/http/call-rates.ts';
import { CallError } from '#platform/http/errors.ts';
import { GuardedFetchError, type GuardedFetch } from '#platform/http/guarded-fetch.ts';
import { cutText } from '#platform/cut-text.ts';
import { readHtml } from '#platform/read-html.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { ChatContext } from '../chat-context.ts';
import { fetchImage, storeImage, type PagePreview } from './link-image.ts';
import type { MessageRow } from './message-rows.ts';
import type { MessageWriter } from './message-writer.ts';
import { dealIdOf, linksOf } from './message-text.ts';

/** The number of bytes read from a page; its metadata is at the beginning. */
const MAX_PAGE_BYTES = 512 * 1024;
const TIMEOUT_MS = 6_000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 300;
const MAX_SITE_NAME = 80;

const shorten = (text: string, maximum: number): string =>
  cutText(text.replaceAll(/\s+/gu, ' ').replaceAll('\0', '').toWellFormed().trim(), maximum);

/**
 * A page's metadata: Open Graph first, then standard elements. Returns null for a page without a
 * title.
 */
export const describePage = (html: string, url: string): MessageLink | null => {
  const said = new Map<string, string>();
  let title = '';
  let inTitle = false;
  readHtml(html, {
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

/** Makes the preview of a link, without the address of its image; null if it cannot be described. */
export const previewLink = async (
  fetch: GuardedFetch,
  link: string,
  signal: AbortSignal,
): Promise<PagePreview | null> => {
  try {
    const response = await fetch(link, {
      accept: 'text/html',
      maxBytes: MAX_PAGE_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
    if (response.status !== 200 || !isPage) return null;
    const page = describePage(response.body.toString('utf8'), link);
    if (page?.kind !== 'page') return null;
    const image = page.imageUrl === null ? null : await fetchImage(fetch, page.imageUrl, signal);
    return { link: { ...page, imageUrl: null }, image };
  } catch (error) {
    // Links to private networks, unreachable hosts and endless pages stay without a preview.
    if (error instanceof GuardedFetchError) return null;
    throw error;
  }
};

/** Messages at a time on this node, one of each sender, whose links decide how long one takes. */
const PREVIEWS_AT_ONCE = 4;
/** Messages of one sender; the links of further ones stay without a preview. */
const PREVIEW_RATE = { tries: 20, windowMs: MINUTE_MS } as const;

const previewLinks = defineJob({
  name: 'chat.unfold-links',
  payload: z.object({
    channelId: z.string(),
    messageId: z.string(),
    links: z.array(z.string()),
  }),
});

/** Registers the job that adds previews of linked pages to stored messages. */
export const registerLinkPreviews = (
  { jobs, writer }: Pick<ChatContext, 'jobs'> & { readonly writer: Pick<MessageWriter, 'change'> },
  fetch: GuardedFetch,
): void =>
  jobs.work(
    previewLinks,
    async ({ channelId, messageId, links }, signal) => {
      const found = await Promise.all(links.map((link) => previewLink(fetch, link, signal)));
      const pages = found.filter((link) => link !== null);
      if (pages.length === 0) return;
      await writer.change(channelId, messageId, async (now, transaction) => {
        if (now.deleted_at !== null) return null;
        const present = linksOf(now.text);
        const byUrl = new Map(now.links.map((link) => [link.url, link]));
        const added = pages.filter(({ link: { url } }) => present.includes(url) && !byUrl.has(url));
        if (added.length === 0) return null;
        for (const page of added)
          byUrl.set(page.link.url, await storeImage(transaction, messageId, page));
        const ordered = present.flatMap((url) => byUrl.get(url) ?? []);
        return { links: JSON.stringify(ordered) };
      });
    },
    { concurrency: PREVIEWS_AT_ONCE, groupConcurrency: 1 },
  );

const mayPreview = (rateWindows: RateWindows, senderId: string): boolean => {
  try {
    rateWindows.take(PREVIEW_RATE, `previews ${senderId}`);
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
};

/** Leaves the previews of a message's links to a job, because other sites may respond slowly. */
export const enqueuePreviews = async (
  { jobs, ownOrigins, rateWindows }: Pick<ChatContext, 'jobs' | 'ownOrigins' | 'rateWindows'>,
  { id, channel_id, sender_id, text }: Pick<MessageRow, 'id' | 'channel_id' | 'sender_id' | 'text'>,
): Promise<void> => {
  const links = linksOf(text).filter((url) => dealIdOf(url, ownOrigins) === null);
  if (links.length > 0 && mayPreview(rateWindows, sender_id))
    await jobs.enqueue(
      previewLinks,
      { channelId: channel_id, messageId: id, links },
      { group: sender_id },
    );
};
