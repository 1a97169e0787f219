import * as z from 'zod/mini';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { UnfoldLink } from './link-unfolder.ts';
import type { MessageRow } from './message-rows.ts';
import { linksOf } from './message-text.ts';
import type { MessageWriter } from './message-writer.ts';
import type { TextReader } from './text-reader.ts';

const UNFOLDING_AT_ONCE = 4;

const unfoldLinks = defineJob({
  name: 'chat.unfold-links',
  payload: z.object({
    channelId: z.string(),
    messageId: z.string(),
    links: z.array(z.string()),
  }),
});

export interface UnfoldingOptions {
  readonly jobs: Jobs;
  readonly writer: MessageWriter;
  readonly texts: TextReader;
  readonly unfold: UnfoldLink;
}

export interface Unfolding {
  /** Leaves the previews of a message's links to a job, because other sites may respond slowly. */
  enqueue(row: MessageRow): Promise<void>;
}

/** Adds previews of linked pages to messages after they were stored. */
export const registerUnfolding = ({ jobs, writer, texts, unfold }: UnfoldingOptions): Unfolding => {
  jobs.work(
    unfoldLinks,
    async ({ channelId, messageId, links }, signal) => {
      const found = await Promise.all(links.map((link) => unfold(link, signal)));
      const pages = found.filter((link) => link !== null);
      if (pages.length === 0) return;
      await writer.change(channelId, messageId, async (now) => {
        const present = linksOf(now.text);
        const kept = [...now.links, ...pages].filter(({ url }) => present.includes(url));
        const byUrl = new Map(kept.map((link) => [link.url, link]));
        const ordered = present.flatMap((url) => byUrl.get(url) ?? []);
        if (now.deleted_at !== null || ordered.length === now.links.length) return null;
        return { links: JSON.stringify(ordered) };
      });
    },
    { concurrency: UNFOLDING_AT_ONCE },
  );

  return {
    async enqueue(row) {
      const links = texts.pagesOf(row.text);
      if (links.length === 0) return;
      await jobs.enqueue(unfoldLinks, { channelId: row.channel_id, messageId: row.id, links });
    },
  };
};
