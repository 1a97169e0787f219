import type { Message } from '@izgodno/contract/chat/message';
import type { getThread } from '@izgodno/contract/chat/message-calls';
import type { CallOutput } from '@izgodno/contract/common/call';

/** One page of a thread: the message that began it, and replies, oldest first. */
export type ThreadPage = CallOutput<typeof getThread>;

const newer = (held: Message, message: Message): Message =>
  held.id === message.id && held.version < message.version ? message : held;

/**
 * The pages of a thread, of which the first is the newest, with a change that came live. What belongs
 * to no loaded page is left out: it is there once its page is loaded.
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
  const isNews =
    latest !== undefined &&
    message.threadId === latest.root.id &&
    message.seq > (latest.replies.at(-1)?.seq ?? 0);
  return isNews ? [{ ...latest, replies: [...latest.replies, message] }, ...earlier] : updated;
};

/** All loaded replies in their order. */
export const repliesOf = (pages: readonly ThreadPage[]): readonly Message[] =>
  pages.toReversed().flatMap(({ replies }) => replies);
