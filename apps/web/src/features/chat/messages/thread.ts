import type { Message } from '@izgodno/contract/chat/message';
import type { getThread } from '@izgodno/contract/chat/message-calls';
import type { CallOutput } from '@izgodno/contract/common/call';

/** One page of a thread: its root message, and replies, oldest first. */
export type ThreadPage = CallOutput<typeof getThread>;

const newer = (held: Message, message: Message): Message =>
  held.id === message.id && held.version < message.version ? message : held;

/** The maximum number of replies of the newest page, to which new ones are added. */
const MOST_ADDED = 500;

/** Whether new replies are dropped, so that the newest page must be read again. */
export const isFull = (pages: readonly ThreadPage[]): boolean =>
  (pages[0]?.replies.length ?? 0) >= MOST_ADDED;

/**
 * Applies a live change to the pages of a thread, the first of which is the newest. A reply outside
 * the loaded pages is dropped, because it comes with its page, and so is a new one if that page is full.
 */
export const takeInThread = (
  pages: readonly ThreadPage[],
  message: Message,
): readonly ThreadPage[] => {
  const updated = pages.map((page) => ({
    ...page,
    root: newer(page.root, message),
    replies: page.replies.map((reply) => newer(reply, message)),
  }));
  const [latest, ...earlier] = updated;
  const isNew =
    latest !== undefined &&
    !isFull(pages) &&
    message.threadId === latest.root.id &&
    message.seq > (latest.replies.at(-1)?.seq ?? 0);
  return isNew ? [{ ...latest, replies: [...latest.replies, message] }, ...earlier] : updated;
};

/** The maximum number of loaded replies at the end of a thread, and how many of more stay. */
const MOST_REPLIES = 300;
const NEWEST_REPLIES = 100;

/** The pages of a thread whose end is visible: the newest replies of many. */
export const endOfThread = (pages: readonly ThreadPage[]): readonly ThreadPage[] => {
  const [latest] = pages;
  const replies = repliesOf(pages);
  return latest === undefined || replies.length <= MOST_REPLIES
    ? pages
    : [{ ...latest, replies: replies.slice(-NEWEST_REPLIES), hasMore: true }];
};

/** All loaded replies in order. */
export const repliesOf = (pages: readonly ThreadPage[]): readonly Message[] =>
  pages.toReversed().flatMap(({ replies }) => replies);
