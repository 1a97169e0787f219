import type { Activity, Membership, OwnChannel } from '@izgodno/contract/chat/channel';
import { channelTimings } from '@izgodno/contract/chat/limits';
import type { Message } from '@izgodno/contract/chat/message';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import { Retry, type RetryPorts } from '../retry.ts';
import { readActivity, type ActivityPorts } from './activity.ts';

export interface DirectoryPorts extends ActivityPorts, RetryPorts {
  /** Throws if the server is unreachable. */
  readonly fetchChannels: () => Promise<readonly OwnChannel[]>;
  /** The channels that this device stores, if any, with their last active messages. */
  readonly readStored: () => Promise<Pick<DirectoryState, 'channels' | 'lastActive'> | null>;
  /** Last active message by channel, from the user's profile. */
  readonly fetchLastActive: () => Promise<ReadonlyMap<string, string>>;
}

export interface DirectoryState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly channels: ReadonlyMap<string, OwnChannel>;
  readonly activity: ReadonlyMap<string, Activity>;
  /** Id of the last active message, by channel. */
  readonly lastActive: ReadonlyMap<string, string>;
}

const initial: DirectoryState = {
  status: 'loading',
  channels: new Map(),
  activity: new Map(),
  lastActive: new Map(),
};

/** The number of unread messages; the badge of a channel. */
export const unreadOf = ({ lastSeq, membership }: OwnChannel): number =>
  Math.max(0, lastSeq - membership.readSeq);

/** The channels whose unread messages the badge of the chat counts: not muted, not archived. */
export const countedChannels = ({ channels }: DirectoryState): readonly OwnChannel[] =>
  [...channels.values()].filter(
    ({ membership, archivedAt }) => membership.notifications !== 'none' && archivedAt === null,
  );

/** The number of unread messages in all of them. */
export const unreadInAll = (state: DirectoryState): number =>
  countedChannels(state).reduce((sum, channel) => sum + unreadOf(channel), 0);

/** How far the user has read a channel. */
export type ReadPosition = Pick<Membership, 'readSeq' | 'unreadMarks'>;

/** Whether a position replaces another: messages marked as unread since then may lower it. */
const isNewer = (one: ReadPosition, than: ReadPosition): boolean =>
  one.unreadMarks > than.unreadMarks ||
  (one.unreadMarks === than.unreadMarks && one.readSeq > than.readSeq);

export const byId = (channels: readonly OwnChannel[]): ReadonlyMap<string, OwnChannel> =>
  new Map(channels.map((channel) => [channel.id, channel]));

/** The most own messages after the read position that are remembered in a channel. */
const MOST_OWN = 500;

/** Merges a channel from the server with the local one, whose counts may be newer. */
const merge = (held: OwnChannel | undefined, read: OwnChannel): OwnChannel => {
  if (held === undefined) return read;
  const { readSeq, unreadMarks } = isNewer(held.membership, read.membership)
    ? held.membership
    : read.membership;
  return {
    ...read,
    lastSeq: Math.max(read.lastSeq, held.lastSeq),
    membership: { ...read.membership, readSeq, unreadMarks },
  };
};

/** The user's channels, their activity, and the read positions. */
export class ChannelDirectory {
  readonly #ports: DirectoryPorts;
  readonly #store = createStore(initial);
  readonly state: Readable<DirectoryState> = this.#store;
  #userId = '';
  #timer: Unsubscribe | null = null;
  readonly #reading: Retry;
  /** Counts first reads: responses to requests of an earlier one are dropped. */
  #run = 0;
  /** Whether the first response may be older than an event or a connection. */
  #isBehind = false;
  /**
   * Numbers of own messages after the read position, by channel. Reading up to them covers them, as
   * on the server, whose event of reading may have left before they were stored.
   */
  readonly #own = new Map<string, Set<number>>();

  constructor(ports: DirectoryPorts) {
    this.#ports = ports;
    this.#reading = new Retry(ports, 'The channels could not be read');
  }

  /** Reads everything, and then the activity repeatedly, until `end`. */
  begin(userId: string): Promise<void> {
    this.#userId = userId;
    return this.#reading.run(() => this.#read());
  }

  #read(): Promise<void> {
    return this.state.get().status === 'ready' ? this.#readAgain() : this.#readFirst();
  }

  async #readFirst(): Promise<void> {
    this.#run += 1;
    const asked = this.#run;
    const { fetchChannels, fetchLastActive, log } = this.#ports;
    try {
      const [channels, lastActive] = await Promise.all([
        fetchChannels(),
        fetchLastActive().catch((cause: unknown) => {
          log('The last active messages could not be read', cause);
          return new Map<string, string>();
        }),
      ]);
      if (asked !== this.#run) return;
      this.#change({ status: 'ready', channels: byId(channels), lastActive });
    } catch (cause) {
      const stored = await this.#ports.readStored();
      if (asked !== this.#run) return;
      this.#change(stored === null ? { status: 'failed' } : { status: 'ready', ...stored });
      if (stored !== null) void this.#followActivity();
      throw cause;
    }
    if (this.#isBehind) await this.reload();
    if (asked === this.#run) await this.#followActivity();
  }

  #followActivity(): Promise<void> {
    this.#timer?.();
    return this.#refreshActivity();
  }

  /**
   * Reads the channels again, because events missed without a connection are not repeated, and what
   * failed without one is tried again.
   */
  async reload(): Promise<void> {
    this.#isBehind = this.state.get().status === 'loading';
    if (!this.#isBehind) await this.#reading.run(() => this.#read());
  }

  async #readAgain(): Promise<void> {
    const asked = this.#run;
    const before = this.state.get().channels;
    const fetched = await this.#ports.fetchChannels();
    if (asked !== this.#run) return;
    const now = this.state.get().channels;
    // Live events may be newer than the response.
    const joined = [...now.values()].filter(({ id }) => !before.has(id));
    const stayed = fetched.filter(({ id }) => now.has(id) || !before.has(id));
    const merged = stayed.map((channel) => this.#withOwn(merge(now.get(channel.id), channel)));
    this.#change({ channels: byId([...joined, ...merged]) });
  }

  receive(received: RealtimeMessage): void {
    // There is nothing yet that the event could change, and the response may be older.
    if (this.state.get().status === 'loading') this.#isBehind = true;
    switch (received.type) {
      case 'message.created':
        this.#onMessage(received.data.message);
        return;
      case 'missed':
        if (received.data.outcome === 'messages') {
          for (const message of received.data.messages) this.#onMessage(message);
        }
        return;
      case 'channel.changed': {
        const { channel } = received.data;
        this.#update(channel.id, (known) => ({
          ...known,
          ...channel,
          lastSeq: Math.max(known.lastSeq, channel.lastSeq),
        }));
        return;
      }
      case 'channel.joined':
        this.put(received.data.channel);
        return;
      case 'channel.left':
        this.remove(received.data.channelId);
        return;
      case 'channel.read': {
        const { channelId, userId, readSeq, unreadMarks } = received.data;
        if (userId === this.#userId) this.moveTo(channelId, { readSeq, unreadMarks });
        return;
      }
      case 'preferences.changed': {
        const { channelId, ...preferences } = received.data;
        this.prefer(channelId, preferences);
        return;
      }
      case 'member.changed': {
        const { user, role, mutedUntil } = received.data.member;
        if (user.id === this.#userId) this.#member(received.data.channelId, { role, mutedUntil });
        return;
      }
      case 'member.joined':
      case 'member.left': {
        const step = received.type === 'member.joined' ? 1 : -1;
        this.#update(received.data.channelId, (channel) => ({
          ...channel,
          memberCount: Math.max(0, channel.memberCount + step),
        }));
        return;
      }
      default:
        return;
    }
  }

  /** Stores a channel from a call's response. */
  put(channel: OwnChannel): void {
    this.#change({ channels: new Map(this.state.get().channels).set(channel.id, channel) });
  }

  remove(channelId: string): void {
    const channels = new Map(this.state.get().channels);
    if (channels.delete(channelId)) this.#change({ channels });
  }

  /** Stores the read position, set here or elsewhere, unless a newer one is known. */
  moveTo(channelId: string, position: ReadPosition): void {
    const channel = this.state.get().channels.get(channelId);
    if (channel === undefined || !isNewer(position, channel.membership)) return;
    const moved = { ...channel, membership: { ...channel.membership, ...position } };
    // A mark counts also own messages as unread.
    const isMark = position.unreadMarks > channel.membership.unreadMarks;
    this.put(isMark ? moved : this.#withOwn(moved));
  }

  /** Stores what the user has chosen for a channel, here or elsewhere. */
  prefer(
    channelId: string,
    preferences: Partial<Pick<Membership, 'notifications' | 'starred'>>,
  ): void {
    this.#member(channelId, preferences);
  }

  setLastActive(channelId: string, messageId: string): void {
    this.#change({ lastActive: new Map(this.state.get().lastActive).set(channelId, messageId) });
  }

  end(): void {
    this.#reading.end();
    this.#run += 1;
    this.#timer?.();
    this.#timer = null;
    this.#isBehind = false;
    this.#own.clear();
    this.#store.set(initial);
  }

  #change(part: Partial<DirectoryState>): void {
    this.#store.set({ ...this.state.get(), ...part });
  }

  #update(channelId: string, next: (channel: OwnChannel) => OwnChannel): void {
    const channel = this.state.get().channels.get(channelId);
    if (channel !== undefined) this.put(next(channel));
  }

  #member(channelId: string, part: Partial<Membership>): void {
    this.#update(channelId, (channel) => ({
      ...channel,
      membership: { ...channel.membership, ...part },
    }));
  }

  async #refreshActivity(): Promise<void> {
    const asked = this.#run;
    const { channels, lastActive } = this.state.get();
    const records = await readActivity([...channels.keys()], lastActive, this.#ports);
    if (asked !== this.#run) return;
    if (records !== null)
      this.#change({ activity: new Map(records.map((record) => [record.channelId, record])) });
    // Counts may have grown without an event.
    for (const { channelId, totalCount } of records ?? []) {
      this.#update(channelId, (channel) => ({
        ...channel,
        lastSeq: Math.max(channel.lastSeq, totalCount),
      }));
    }
    const { activityRefreshMs } = channelTimings;
    this.#timer = this.#ports.after(activityRefreshMs, () => void this.#refreshActivity());
  }

  #onMessage({ channelId, seq, sender }: Message): void {
    const channel = this.state.get().channels.get(channelId);
    if (channel === undefined || seq <= channel.lastSeq) return;
    if (sender.id === this.#userId) this.#own.set(channelId, this.#ownWith(channelId, seq));
    this.put(this.#withOwn({ ...channel, lastSeq: seq }));
  }

  #ownWith(channelId: string, seq: number): Set<number> {
    const before = this.#own.get(channelId) ?? [];
    return new Set([...before, seq].slice(-MOST_OWN));
  }

  /** A channel in which the own messages that follow the read ones are read, too. */
  #withOwn(channel: OwnChannel): OwnChannel {
    const own = this.#own.get(channel.id);
    if (own === undefined) return channel;
    let { readSeq } = channel.membership;
    while (own.has(readSeq + 1)) readSeq += 1;
    const after = [...own].filter((seq) => seq > readSeq);
    if (after.length === 0) this.#own.delete(channel.id);
    else this.#own.set(channel.id, new Set(after));
    return { ...channel, membership: { ...channel.membership, readSeq } };
  }
}
