/** One change of a channel: the version that it brought, and what is delivered of it. */
export interface TailEntry<Item> {
  readonly version: number;
  readonly item: Item;
}

/** What was read since a version: the entries by version, or null where they are too many. */
export interface TailRead<Item> {
  readonly entries: readonly TailEntry<Item>[] | null;
}

export interface ChannelTailOptions<Item> {
  /** Told of every change once, in the order of versions. */
  readonly deliver: (items: readonly Item[]) => void;
  /** Told when too much was missed to be delivered. */
  readonly lost: () => void;
  readonly readSince: (version: number) => Promise<TailRead<Item>>;
  /** The version of the channel now. */
  readonly readVersion: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

/** Changes of one channel that are delivered on this node in order, each once, whatever the bus does. */
export interface ChannelTail<Item> {
  /** The bus brought changes, maybe late, twice, or out of order. */
  push(entries: readonly TailEntry<Item>[]): void;
  /** The channel is known to be at least here; whatever the bus did not bring is read. */
  reach(version: number): void;
  /** What has been delivered so far; null before the first reading. */
  readonly version: number | null;
}

/** Changes that wait for a gap to be filled. More of them are dropped: they can be read again. */
const MAX_WAITING = 1_000;

export const createChannelTail = <Item>(options: ChannelTailOptions<Item>): ChannelTail<Item> => {
  const waiting = new Map<number, Item>();
  let delivered: number | null = null;
  let target = 0;
  let reading = false;

  const deliverContiguous = (): void => {
    if (delivered === null) return;
    const items: Item[] = [];
    for (;;) {
      const item = waiting.get(delivered + 1);
      if (item === undefined) break;
      waiting.delete(delivered + 1);
      delivered += 1;
      items.push(item);
    }
    if (items.length > 0) options.deliver(items);
  };

  const dropOld = (): void => {
    for (const version of waiting.keys()) {
      if (delivered !== null && version <= delivered) waiting.delete(version);
    }
  };

  const take = ({ entries }: TailRead<Item>, from: number): void => {
    if (entries === null) {
      options.lost();
      delivered = Math.max(from, target);
      dropOld();
      deliverContiguous();
      return;
    }
    // A message that changed twice is read once, in its last state: versions between are no gap.
    for (const { version, item } of entries) {
      if (version <= from) continue;
      delivered = version;
      waiting.delete(version);
      options.deliver([item]);
    }
    delivered = Math.max(delivered ?? 0, from);
    dropOld();
    deliverContiguous();
  };

  const read = async (): Promise<void> => {
    try {
      if (delivered === null) {
        delivered = await options.readVersion();
        dropOld();
        deliverContiguous();
      }
      for (;;) {
        const from: number = delivered;
        if (target <= from) break;
        take(await options.readSince(from), from);
        // Announced, yet not there to be read: it will be announced again.
        if (delivered === from) break;
      }
    } catch (error) {
      options.onError(error);
    } finally {
      reading = false;
    }
  };

  const catchUp = (): void => {
    if (reading || (delivered !== null && target <= delivered)) return;
    reading = true;
    void read();
  };

  catchUp();
  return {
    get version() {
      return delivered;
    },
    push(entries) {
      for (const { version, item } of entries) {
        if (delivered !== null && version <= delivered) continue;
        if (waiting.size < MAX_WAITING) waiting.set(version, item);
        target = Math.max(target, version);
      }
      if (!reading) deliverContiguous();
      catchUp();
    },
    reach(version) {
      target = Math.max(target, version);
      catchUp();
    },
  };
};
