import type { Message } from '@izgodno/contract/chat/message';
import type { Mentioned } from '../composer/mention-text.ts';

/** A comment and its replies, which are one level deep. */
export interface CommentThread {
  readonly root: Message;
  /** Oldest first. */
  readonly replies: readonly Message[];
}

/** The newest first, or those with the most reactions. */
export type CommentOrder = 'newest' | 'best';

const bySeq = (a: Message, b: Message): number => a.seq - b.seq;

/** Adds a comment, or replaces it by a later version. Keeps the newest first. */
export const putComment = (comments: readonly Message[], comment: Message): readonly Message[] => {
  const held = comments.find(({ id }) => id === comment.id);
  if (held !== undefined && held.version >= comment.version) return comments;
  return [...comments.filter(({ id }) => id !== comment.id), comment].toSorted(
    (a, b) => b.seq - a.seq,
  );
};

/** The seller and those who have commented, each once, the latest first. */
export const mentionableIn = (
  comments: readonly Message[],
  seller: Mentioned | undefined,
): readonly Mentioned[] => {
  const senders = comments.flatMap(({ deletedAt, sender }) => (deletedAt === null ? sender : []));
  const users = seller === undefined ? senders : [seller, ...senders];
  return [...new Map(users.map((user) => [user.id, user])).values()];
};

const reactionsTo = ({ reactions }: Message): number =>
  reactions.reduce((sum, { count }) => sum + count, 0);

/**
 * Groups comments into threads, in an order of their first comments. A deleted comment stays only
 * while it has replies; a reply whose thread is not loaded is a thread of its own.
 */
export const threadsOf = (
  comments: readonly Message[],
  order: CommentOrder,
): readonly CommentThread[] => {
  const shown = comments.filter(({ deletedAt }) => deletedAt === null);
  const ids = new Set(comments.map(({ id }) => id));
  const isReply = ({ threadId }: Message): boolean => threadId !== null && ids.has(threadId);
  const replies = Map.groupBy(shown.filter(isReply), ({ threadId }) => threadId);
  return comments
    .filter((comment) => !isReply(comment))
    .map((root) => ({ root, replies: (replies.get(root.id) ?? []).toSorted(bySeq) }))
    .filter((thread) => thread.root.deletedAt === null || thread.replies.length > 0)
    .toSorted(
      (a, b) =>
        (order === 'best' ? reactionsTo(b.root) - reactionsTo(a.root) : 0) || bySeq(b.root, a.root),
    );
};
