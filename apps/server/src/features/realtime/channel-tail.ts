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

/** Changes that wait for a gap to be filled. More are dropped, because they can be read again. */
const MAX_WAITING = 1_000;

/** Delivers the changes of one channel on this node in order, each once, whatever the bus does. */
export class ChannelTail<Item> {
  readonly #options: ChannelTailOptions<Item>;
  readonly #waiting = new Map<number, Item>();
  #delivered: number | null = null;
  #target = 0;
  #reading = false;

  constructor(options: ChannelTailOptions<Item>) {
    this.#options = options;
    this.#catchUp();
  }

  /** The last delivered version; null before the first reading. */
  get version(): number | null {
    return this.#delivered;
  }

  /** Receives changes from the bus, maybe late, twice, or out of order. */
  push(entries: readonly TailEntry<Item>[]): void {
    for (const { version, item } of entries) {
      if (this.#delivered !== null && version <= this.#delivered) continue;
      if (this.#waiting.size < MAX_WAITING) this.#waiting.set(version, item);
      this.#target = Math.max(this.#target, version);
    }
    if (!this.#reading) this.#deliverContiguous();
    this.#catchUp();
  }

  /** The channel has at least this version; missing changes are read. */
  reach(version: number): void {
    this.#target = Math.max(this.#target, version);
    this.#catchUp();
  }

  #catchUp(): void {
    if (this.#reading || (this.#delivered !== null && this.#target <= this.#delivered)) return;
    this.#reading = true;
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      if (this.#delivered === null) {
        const version = await this.#options.readVersion();
        // What arrived meanwhile is delivered, though the version has it: subscribers may have read before.
        this.#delivered = Math.min(version, ...this.#waiting.keys().map((waiting) => waiting - 1));
        this.#deliverContiguous();
      }
      for (;;) {
        const from: number = this.#delivered;
        if (this.#target <= from) break;
        this.#take(await this.#options.readSince(from), from);
        // Announced but not yet visible to reads; it will be announced again.
        if (this.#delivered === from) break;
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#reading = false;
    }
  }

  #take({ entries }: TailRead<Item>, from: number): void {
    if (entries === null) {
      this.#options.lost();
      this.#delivered = Math.max(from, this.#target);
    } else {
      // A message that changed twice is read once, in its last state, so versions in between are no
      // gap.
      for (const { version, item } of entries) {
        if (version <= from) continue;
        this.#delivered = version;
        this.#waiting.delete(version);
        this.#options.deliver([item]);
      }
      this.#delivered = Math.max(this.#delivered ?? 0, from);
    }
    this.#dropOld();
    this.#deliverContiguous();
  }

  #deliverContiguous(): void {
    if (this.#delivered === null) return;
    const items: Item[] = [];
    for (;;) {
      const item = this.#waiting.get(this.#delivered + 1);
      if (item === undefined) break;
      this.#waiting.delete(this.#delivered + 1);
      this.#delivered += 1;
      items.push(item);
    }
    if (items.length > 0) this.#options.deliver(items);
  }

  #dropOld(): void {
    for (const version of this.#waiting.keys()) {
      if (this.#delivered !== null && version <= this.#delivered) this.#waiting.delete(version);
    }
  }
}
