/** One change of a channel: its version, and what is delivered. */
export interface TailEntry<Item> {
  readonly version: number;
  readonly item: Item;
}

/** The changes since a version: the entries by version, or null if they are too many. */
export interface TailRead<Item> {
  readonly entries: readonly TailEntry<Item>[] | null;
}

export interface ChannelTailOptions<Item> {
  /** Called for every change once, in the order of versions. */
  readonly deliver: (items: readonly Item[]) => void;
  /** Called when too many changes were missed to be delivered. */
  readonly lost: () => void;
  readonly readSince: (version: number) => Promise<TailRead<Item>>;
  /** Reads the present version of the channel. */
  readonly readVersion: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

/** Delivers the changes of one channel on this node in order, each once, whatever the bus does. */
export interface ChannelTail<Item> {
  /** Receives changes from the bus, maybe late, twice, or out of order. */
  push(entries: readonly TailEntry<Item>[]): void;
  /** The channel has at least this version; missing changes are read. */
  reach(version: number): void;
  /** The last delivered version; null before the first reading. */
  readonly version: number | null;
}

/** Changes that wait for a gap to be filled. More are dropped, because they can be read again. */
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
    // A message that changed twice is read once, in its last state, so versions in between are no
    // gap.
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
        // Announced but not yet visible to reads; it will be announced again.
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
