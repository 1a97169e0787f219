import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { ClientFrame } from '@izgodno/contract/realtime/frames';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { emptyLog, takePage, type ChannelLog, type Page } from '../messages/channel-log.ts';
import type { OfflineStore, StoredDirectory } from './offline-store.ts';
import { storedOf, withChanges, withLog, type StoredChange, type StoredLog } from './stored-log.ts';

/** How long changes are collected before they are written, in milliseconds. */
const WRITE_PAUSE_MS = 2_000;
/** The pause before each channel that is read for the first time, in milliseconds. */
const FILL_PAUSE_MS = 1_500;
/** The maximum number of channels whose messages are stored. */
const STORED_CHANNELS = 200;
/** The maximum number of changes of a channel that wait to be written. */
const MOST_WAITING = 500;

export interface OfflinePorts {
  readonly store: OfflineStore;
  /** The newest messages of a channel. Throws if the server is unreachable. */
  readonly fetchNewest: (channelId: string) => Promise<Page>;
  /** The log of a channel that was opened; undefined without one. */
  readonly openLog: (channelId: string) => ChannelLog | undefined;
  /** Whether bytes are few, so that only what the user opens is read. */
  readonly isThrifty: () => boolean;
  readonly directory: () => StoredDirectory;
  /** Returns false if there is no connection. */
  readonly send: (frame: ClientFrame) => boolean;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  /** How much longer to wait after failures in a row, in milliseconds. */
  readonly pauseMs: (failures: number) => number;
  readonly log: (message: string, cause: unknown) => void;
}

/**
 * Keeps the newest messages of every channel on this device. The messages of opened channels come
 * from their logs; those of others from events, and from requests by the stored version. Without a
 * store, as in some private windows, it does nothing.
 */
export class OfflineChat {
  readonly #ports: OfflinePorts;
  /** Versions of the stored channels; null while the store is not in use. */
  #versions: Map<string, number> | null = null;
  /** The user's channels as last read, also before the store is in use; null until they are read. */
  #channels: readonly OwnChannel[] | null = null;
  readonly #waiting = new Map<string, StoredChange[]>();
  readonly #changedLogs = new Set<string>();
  #hasNewDirectory = false;
  #toFill: string[] = [];
  /** Channels in a row that could not be read. */
  #failures = 0;
  /** The channel that is being read for the first time. */
  #filling: string | null = null;
  #endWrite: Unsubscribe | null = null;
  #endFill: Unsubscribe | null = null;

  constructor(ports: OfflinePorts) {
    this.#ports = ports;
  }

  async begin(userId: string): Promise<void> {
    try {
      this.#versions = new Map(await this.#ports.store.begin(userId));
      if (this.#channels !== null) this.channelsRead(this.#channels);
    } catch (cause) {
      this.#ports.log('Messages cannot be stored on this device', cause);
    }
  }

  /** Ends the use of what is stored, and erases it if the user wants that. */
  end(erase: boolean): void {
    this.#versions = null;
    this.#channels = null;
    this.#endWrite?.();
    this.#endFill?.();
    this.#endWrite = null;
    this.#endFill = null;
    this.#waiting.clear();
    this.#changedLogs.clear();
    this.#toFill = [];
    this.#failures = 0;
    this.#hasNewDirectory = false;
    if (!erase) this.#ports.store.end();
    else this.#try('Stored messages could not be erased', () => this.#ports.store.erase());
  }

  receive(received: RealtimeMessage): void {
    switch (received.type) {
      case 'message.created':
      case 'message.changed':
        this.#add(received.data.message.channelId, received.data.message);
        return;
      case 'missed': {
        const { data } = received;
        if (data.outcome === 'messages') this.#add(data.channelId, data);
        else this.#remove(data.channelId, data.outcome === 'refetch');
        return;
      }
      case 'channel.left':
        this.#remove(received.data.channelId, false);
        return;
      default:
        return;
    }
  }

  /** Whether this device stores messages. */
  isInUse(): boolean {
    return this.#versions !== null;
  }

  /**
   * Requests what stored channels missed, or takes it from their opened logs, and reads those that
   * are not stored yet.
   */
  channelsRead(channels: readonly OwnChannel[]): void {
    this.#channels = channels;
    if (this.#versions === null) return;
    const stored = channels
      .filter(({ archivedAt }) => archivedAt === null)
      .slice(0, STORED_CHANNELS);
    const ids = new Set(stored.map(({ id }) => id));
    for (const channelId of this.#versions.keys())
      if (!ids.has(channelId)) this.#remove(channelId, false);
    const versions = this.#versions;
    const behind = stored.filter(({ id, version }) => (versions.get(id) ?? version) < version);
    this.#ask(behind);
    for (const { id } of behind)
      if (this.#ports.openLog(id) !== undefined) this.#changedLogs.add(id);
    this.#writeSoon();
    this.#toFill = stored.map(({ id }) => id).filter((id) => !versions.has(id));
    this.#fillSoon();
  }

  directoryChanged(): void {
    this.#hasNewDirectory = true;
    this.#writeSoon();
    // A channel that nothing was read for may be open by now.
    this.#fillSoon();
  }

  /** Returns the stored messages of a channel, with every change received so far. */
  async read(channelId: string): Promise<StoredLog | null> {
    if (this.#versions?.has(channelId) !== true) return null;
    try {
      return await this.#write(channelId);
    } catch (cause) {
      this.#ports.log('Stored messages could not be read', cause);
      return null;
    }
  }

  /** Returns the stored messages of all channels, one after another. */
  async *all(): AsyncGenerator<StoredLog> {
    for (const channelId of this.#versions?.keys() ?? []) {
      const stored = await this.read(channelId);
      if (stored !== null) yield stored;
    }
  }

  async readDirectory(): Promise<StoredDirectory | null> {
    if (this.#versions === null) return null;
    try {
      return await this.#ports.store.readDirectory();
    } catch (cause) {
      this.#ports.log('The stored channels could not be read', cause);
      return null;
    }
  }

  #add(channelId: string, change: StoredChange): void {
    if (this.#versions?.has(channelId) !== true && this.#filling !== channelId) return;
    if (this.#ports.openLog(channelId) !== undefined) this.#changedLogs.add(channelId);
    else this.#keep(channelId, [...(this.#waiting.get(channelId) ?? []), change]);
    this.#writeSoon();
  }

  #keep(channelId: string, changes: readonly StoredChange[]): void {
    if (changes.length > 0) this.#waiting.set(channelId, changes.slice(-MOST_WAITING));
  }

  #remove(channelId: string, refill: boolean): void {
    if (this.#versions === null) return;
    this.#waiting.delete(channelId);
    this.#changedLogs.delete(channelId);
    if (!this.#versions.delete(channelId)) return;
    this.#try('Stored messages could not be removed', () =>
      this.#ports.store.update(channelId, () => null),
    );
    if (!refill) return;
    this.#toFill.push(channelId);
    this.#fillSoon();
  }

  #ask(channels: readonly { readonly id: string }[]): void {
    const missed = channels
      // An opened channel requests what it missed itself.
      .filter(({ id }) => this.#ports.openLog(id) === undefined)
      .flatMap(({ id: channelId }) => {
        const version = this.#versions?.get(channelId);
        return version === undefined ? [] : [{ channelId, version }];
      });
    if (missed.length > 0) this.#ports.send({ type: 'resume', channels: missed });
  }

  #writeSoon(): void {
    if (this.#versions === null || this.#endWrite !== null) return;
    this.#endWrite = this.#ports.after(WRITE_PAUSE_MS, () => {
      this.#endWrite = null;
      this.#try('Messages could not be stored', () => this.#writeAll());
    });
  }

  async #writeAll(): Promise<void> {
    for (const channelId of new Set([...this.#waiting.keys(), ...this.#changedLogs]))
      if (channelId !== this.#filling) await this.#write(channelId);
    if (!this.#hasNewDirectory || this.#versions === null) return;
    this.#hasNewDirectory = false;
    await this.#ports.store.putDirectory(this.#ports.directory());
  }

  /** Writes what is known of a channel, and returns what is stored of it. */
  async #write(channelId: string): Promise<StoredLog | null> {
    const changes = this.#waiting.get(channelId) ?? [];
    this.#waiting.delete(channelId);
    this.#changedLogs.delete(channelId);
    const log = this.#ports.openLog(channelId);
    let isGapped = false;
    const next = (stored: StoredLog | null): StoredLog | null => {
      if (log !== undefined) return withLog(stored, log);
      if (stored === null || changes.length === 0) return stored;
      const changed = withChanges(stored, changes);
      isGapped = changed === null;
      return changed ?? stored;
    };
    let result: StoredLog | null;
    try {
      result = await this.#ports.store.update(channelId, next);
    } catch (cause) {
      // They are written with the next changes.
      this.#keep(channelId, [...changes, ...(this.#waiting.get(channelId) ?? [])]);
      if (log !== undefined) this.#changedLogs.add(channelId);
      throw cause;
    }
    if (this.#versions === null) return null;
    // A log with a gap, or without its newest messages, is written once it has them.
    if (result !== null && log !== undefined && result.version < log.version)
      this.#changedLogs.add(channelId);
    if (result === null) this.#versions.delete(channelId);
    else this.#versions.set(channelId, result.version);
    if (isGapped) this.#ask([{ id: channelId }]);
    return result;
  }

  #fillSoon(): void {
    if (this.#endFill !== null || this.#nextToFill() === undefined) return;
    const longer = this.#failures === 0 ? 0 : this.#ports.pauseMs(this.#failures);
    this.#endFill = this.#ports.after(FILL_PAUSE_MS + longer, () => {
      this.#endFill = null;
      const channelId = this.#nextToFill();
      if (channelId === undefined) return;
      this.#toFill = this.#toFill.filter((id) => id !== channelId);
      this.#try('The messages of a channel could not be read for this device', () =>
        this.#fillOrPutBack(channelId),
      );
    });
  }

  #nextToFill(): string | undefined {
    return this.#ports.isThrifty()
      ? this.#toFill.find((channelId) => this.#completeLog(channelId) !== undefined)
      : this.#toFill[0];
  }

  /** The log of an opened channel that has all that is to be stored. */
  #completeLog(channelId: string): ChannelLog | undefined {
    const log = this.#ports.openLog(channelId);
    return log === undefined || storedOf(log) === null ? undefined : log;
  }

  /** A channel that cannot be read is read again after the others. */
  async #fillOrPutBack(channelId: string): Promise<void> {
    const versions = this.#versions;
    try {
      await this.#fill(channelId);
      this.#failures = 0;
    } catch (cause) {
      this.#failures += 1;
      if (versions === this.#versions && !this.#toFill.includes(channelId))
        this.#toFill.push(channelId);
      throw cause;
    } finally {
      this.#fillSoon();
    }
  }

  /** Stores the newest messages of a channel, read or known from its log; changes meanwhile are written after them. */
  async #fill(channelId: string): Promise<void> {
    const versions = this.#versions;
    this.#filling = channelId;
    try {
      const read =
        this.#completeLog(channelId) ??
        takePage(emptyLog(channelId), await this.#ports.fetchNewest(channelId));
      if (versions === null || versions !== this.#versions) return;
      const result = await this.#ports.store.update(channelId, (stored) => withLog(stored, read));
      if (result !== null) versions.set(channelId, result.version);
    } finally {
      this.#filling = null;
    }
    // It may have been opened, and changed, before it was read.
    if (this.#ports.openLog(channelId) !== undefined) this.#changedLogs.add(channelId);
    this.#writeSoon();
  }

  #try(failure: string, work: () => Promise<unknown>): void {
    work().catch((cause: unknown) => this.#ports.log(failure, cause));
  }
}
