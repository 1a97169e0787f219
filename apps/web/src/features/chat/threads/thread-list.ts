import type { Message } from '@izgodno/contract/chat/message';
import type { FollowedThread } from '@izgodno/contract/chat/thread-calls';

const newer = <Held extends Message | null>(held: Held, message: Message): Held | Message =>
  held !== null && held.id === message.id && held.version < message.version ? message : held;

/** A reply to the thread that is newer than its last one. */
const append = (thread: FollowedThread, reply: Message, userId: string): FollowedThread => ({
  ...thread,
  lastReply: reply,
  unread: reply.sender.id === userId ? thread.unread : [...thread.unread, reply.seq],
});

/**
 * Applies a new or changed message to the followed threads of a user. A thread with a new reply
 * becomes the first. Taking a message twice changes nothing.
 */
export const takeInFollowed = (
  threads: readonly FollowedThread[],
  message: Message,
  userId: string,
): readonly FollowedThread[] => {
  const grown = threads.find(
    ({ root, lastReply }) =>
      root.id === message.threadId && message.seq > (lastReply?.seq ?? root.seq),
  );
  if (grown !== undefined) {
    return [append(grown, message, userId), ...threads.filter((thread) => thread !== grown)];
  }
  return threads.map((thread) => ({
    ...thread,
    root: newer(thread.root, message),
    lastReply: newer(thread.lastReply, message),
  }));
};

/** A thread after its replies were read up to `seq`. */
export const readIn = (thread: FollowedThread, seq: number): FollowedThread => ({
  ...thread,
  unread: thread.unread.filter((reply) => reply > seq),
});

/** The threads after the replies to one of them were read up to `seq`. */
export const readUpTo = (
  threads: readonly FollowedThread[],
  rootId: string,
  seq: number,
): readonly FollowedThread[] =>
  threads.map((thread) => (thread.root.id === rootId ? readIn(thread, seq) : thread));

/** The number of unread replies; those that the user has read in the channel are read, too. */
export const unreadReplies = ({ unread }: FollowedThread, channelReadSeq: number): number =>
  unread.filter((seq) => seq > channelReadSeq).length;
