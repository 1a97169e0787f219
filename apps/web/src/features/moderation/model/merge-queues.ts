import type { MessageReport } from '@izgodno/contract/chat/moderation-calls';

interface WaitingItem {
  /** Since when, in ISO 8601. */
  readonly since: string;
}

interface WaitingQueue<Item extends WaitingItem> {
  /** Longest waiting first. */
  readonly items: readonly Item[];
  /** Whether more items follow that are not loaded. */
  readonly hasMore: boolean;
}

const timeOf = ({ since }: WaitingItem): number => Date.parse(since);

/** The time of the last loaded item; after it, items may be missing. */
const endOf = <Item extends WaitingItem>({ items, hasMore }: WaitingQueue<Item>): number => {
  const last = items.at(-1);
  return hasMore && last !== undefined ? timeOf(last) : Number.POSITIVE_INFINITY;
};

/**
 * One queue of several, longest waiting first. What waits for less time than an item that is not
 * loaded is left out.
 */
export const mergeQueues = <Item extends WaitingItem>(
  queues: readonly WaitingQueue<Item>[],
): readonly Item[] => {
  const end = Math.min(...queues.map((queue) => endOf(queue)));
  return queues
    .flatMap(({ items }) => items)
    .filter((item) => timeOf(item) <= end)
    .toSorted((one, other) => timeOf(one) - timeOf(other));
};

/** A reported message or comment. */
export interface ReportedMessage {
  readonly message: MessageReport['message'];
  /** The first one first. */
  readonly reports: readonly MessageReport[];
}

/** Groups reports by their message, in their order. */
export const groupByMessage = (
  reports: readonly MessageReport[],
): readonly (ReportedMessage & WaitingItem)[] =>
  [...Map.groupBy(reports, ({ message }) => message.id).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : [{ message: first.message, reports: group, since: first.createdAt }];
  });
