import type { NewMessage } from './insert-messages.ts';
import type { MessageRow } from './message-rows.ts';

/** The largest number of messages of one channel stored in one statement. */
const MAX_BATCH = 100;

type Work = () => Promise<MessageRow>;

interface PendingMessage {
  readonly job: NewMessage | Work;
  readonly resolve: (row: MessageRow) => void;
  readonly reject: (reason: unknown) => void;
}

type StoreTogether = (
  channelId: string,
  messages: readonly NewMessage[],
) => Promise<readonly PromiseSettledResult<MessageRow>[]>;

/** The first job if it is work, else the messages before the next work. */
const takeBatch = (queue: PendingMessage[]): readonly PendingMessage[] => {
  const messages = queue.findIndex(({ job }) => typeof job === 'function');
  const size = Math.min(messages === -1 ? queue.length : messages, MAX_BATCH);
  return queue.splice(0, Math.max(1, size));
};

/**
 * One queue per channel, so that a node never blocks itself on the lock of a channel's row. Messages
 * that arrive while a statement runs are stored together by the next one. A busy channel therefore
 * stores as many messages a second as the database takes in batches; one by one it was 1,350.
 */
export class ChannelQueues {
  readonly #queues = new Map<string, PendingMessage[]>();
  readonly #storeTogether: StoreTogether;

  constructor(storeTogether: StoreTogether) {
    this.#storeTogether = storeTogether;
  }

  /** Stores a message in a batch with others that wait for the same channel. */
  join(channelId: string, message: NewMessage): Promise<MessageRow> {
    return this.#enqueue(channelId, message);
  }

  /** Does other work on the channel alone, in its turn. */
  alone(channelId: string, work: Work): Promise<MessageRow> {
    return this.#enqueue(channelId, work);
  }

  #enqueue(channelId: string, job: PendingMessage['job']): Promise<MessageRow> {
    return new Promise((resolve, reject) => {
      const waiting = { job, resolve, reject };
      const queue = this.#queues.get(channelId);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const fresh = [waiting];
      this.#queues.set(channelId, fresh);
      void this.#run(channelId, fresh);
    });
  }

  async #run(channelId: string, queue: PendingMessage[]): Promise<void> {
    while (queue.length > 0) {
      const batch = takeBatch(queue);
      try {
        await this.#settle(channelId, batch);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    this.#queues.delete(channelId);
  }

  async #settle(channelId: string, batch: readonly PendingMessage[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    if (typeof first.job === 'function') {
      first.resolve(await first.job());
      return;
    }
    const messages = batch.flatMap(({ job }) => (typeof job === 'function' ? [] : [job]));
    const results = await this.#storeTogether(channelId, messages);
    for (const [index, waiting] of batch.entries()) {
      const result = results[index];
      if (result?.status === 'fulfilled') waiting.resolve(result.value);
      else waiting.reject(result?.reason);
    }
  }
}
