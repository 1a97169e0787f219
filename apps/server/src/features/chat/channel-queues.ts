/** The largest number of messages of one channel stored in one statement. */
export const MAX_BATCH = 100;

type Work<Result> = () => Promise<Result>;

interface Waiting<Item, Result> {
  readonly job: { readonly item: Item } | { readonly work: Work<Result> };
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

export interface ChannelQueues<Item, Result> {
  /** Stores an item in a batch with others that wait for the same channel. */
  join(channelId: string, item: Item): Promise<Result>;
  /** Does other work on the channel alone, in its turn. */
  alone(channelId: string, work: Work<Result>): Promise<Result>;
}

type StoreTogether<Item, Result> = (
  channelId: string,
  items: readonly Item[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

/**
 * One queue per channel, so that a node never blocks itself on the lock of a channel's row. Items
 * that arrive while a statement runs are stored together by the next one. A busy channel therefore
 * stores as many messages a second as the database takes in batches; one by one it was 1,350.
 */
export const createChannelQueues = <Item, Result>(
  storeTogether: StoreTogether<Item, Result>,
): ChannelQueues<Item, Result> => {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  const takeBatch = (queue: Waiting<Item, Result>[]) => {
    let size = 0;
    for (const { job } of queue) {
      if (!('item' in job) || size >= MAX_BATCH) break;
      size += 1;
    }
    return queue.splice(0, Math.max(1, size));
  };

  const settle = async (channelId: string, batch: readonly Waiting<Item, Result>[]) => {
    const [first] = batch;
    if (first === undefined) return;
    if ('work' in first.job) {
      first.resolve(await first.job.work());
      return;
    }
    const items = batch.flatMap(({ job }) => ('item' in job ? [job.item] : []));
    const results = await storeTogether(channelId, items);
    for (const [index, waiting] of batch.entries()) {
      const result = results[index];
      if (result?.status === 'fulfilled') waiting.resolve(result.value);
      else waiting.reject(result?.reason);
    }
  };

  const run = async (channelId: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = takeBatch(queue);
      try {
        await settle(channelId, batch);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    queues.delete(channelId);
  };

  const enqueue = (channelId: string, job: Waiting<Item, Result>['job']): Promise<Result> =>
    new Promise((resolve, reject) => {
      const waiting = { job, resolve, reject };
      const queue = queues.get(channelId);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const fresh = [waiting];
      queues.set(channelId, fresh);
      void run(channelId, fresh);
    });

  return {
    join: (channelId, item) => enqueue(channelId, { item }),
    alone: (channelId, work) => enqueue(channelId, { work }),
  };
};
