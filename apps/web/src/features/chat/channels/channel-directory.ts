import type { Activity, Membership, OwnChannel } from '@izgodno/contract/chat/channel';
import { channelTimings } from '@izgodno/contract/chat/limits';
import type { Message } from '@izgodno/contract/chat/message';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { createStore, type Unsubscribe, type Readable } from '#shared/store.ts';
import { readActivity, type ActivityPorts } from './activity.ts';

export interface DirectoryPorts extends ActivityPorts {
  /** Throws if the server is unreachable. */
  readonly fetchChannels: () => Promise<readonly OwnChannel[]>;
  /** Last active message by channel, from the user's profile. */
  readonly fetchLastActive: () => Promise<ReadonlyMap<string, string>>;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
}

export interface DirectoryState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly channels: ReadonlyMap<string, OwnChannel>;
  readonly activity: ReadonlyMap<string, Activity>;
  /** Id of the last active message, by channel. */
  readonly lastActive: ReadonlyMap<string, string>;
}

export interface ChannelDirectory {
  readonly state: Readable<DirectoryState>;
  /** Reads everything, and then the activity repeatedly, until `end`. */
  readonly begin: (userId: string) => Promise<void>;
  /** Reads the channels again, because events missed without a connection are not repeated. */
  readonly reload: () => Promise<void>;
  readonly receive: (received: RealtimeMessage) => void;
  /** Stores a channel from a call's response. */
  readonly put: (channel: OwnChannel) => void;
  readonly remove: (channelId: string) => void;
  /** Stores the read position, set here or elsewhere. */
  readonly markRead: (channelId: string, readSeq: number) => void;
  readonly setLastActive: (channelId: string, messageId: string) => void;
  readonly end: () => void;
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

/** Merges a channel from the server with the local one, whose counts may be newer. */
const merge = (held: OwnChannel | undefined, read: OwnChannel): OwnChannel => ({
  ...read,
  lastSeq: Math.max(read.lastSeq, held?.lastSeq ?? 0),
  membership: {
    ...read.membership,
    readSeq: Math.max(read.membership.readSeq, held?.membership.readSeq ?? 0),
  },
});

/** The user's channels, their activity, and the read positions. */
export const createChannelDirectory = (ports: DirectoryPorts): ChannelDirectory => {
  const store = createStore<DirectoryState>(initial);
  let userId = '';
  let timer: Unsubscribe | null = null;
  /** Counts calls of `begin`: responses to requests of an earlier one are dropped. */
  let run = 0;

  const change = (part: Partial<DirectoryState>): void => store.set({ ...store.get(), ...part });

  const put = (channel: OwnChannel): void =>
    change({ channels: new Map(store.get().channels).set(channel.id, channel) });

  const update = (channelId: string, next: (channel: OwnChannel) => OwnChannel): void => {
    const channel = store.get().channels.get(channelId);
    if (channel !== undefined) put(next(channel));
  };

  const member = (channelId: string, part: Partial<Membership>): void =>
    update(channelId, (channel) => ({
      ...channel,
      membership: { ...channel.membership, ...part },
    }));

  const refreshActivity = async (): Promise<void> => {
    const asked = run;
    const { channels, lastActive } = store.get();
    const records = await readActivity([...channels.keys()], lastActive, ports);
    if (asked !== run) return;
    change({ activity: new Map(records.map((record) => [record.channelId, record])) });
    // Counts may have grown without an event.
    for (const { channelId, totalCount } of records) {
      update(channelId, (channel) => ({
        ...channel,
        lastSeq: Math.max(channel.lastSeq, totalCount),
      }));
    }
    timer = ports.after(channelTimings.activityRefreshMs, () => void refreshActivity());
  };

  const onMessage = (message: Message): void => {
    const { channelId, seq, sender } = message;
    const channel = store.get().channels.get(channelId);
    if (channel === undefined || seq <= channel.lastSeq) return;
    put({
      ...channel,
      lastSeq: seq,
      membership: {
        ...channel.membership,
        // A sender has read everything before their own message.
        readSeq: sender.id === userId ? seq : channel.membership.readSeq,
      },
    });
  };

  const remove = (channelId: string): void => {
    const channels = new Map(store.get().channels);
    if (channels.delete(channelId)) change({ channels });
  };

  const markRead = (channelId: string, readSeq: number): void => {
    const channel = store.get().channels.get(channelId);
    if (channel !== undefined && readSeq > channel.membership.readSeq) {
      member(channelId, { readSeq });
    }
  };

  return {
    state: store,
    begin: async (id) => {
      run += 1;
      const asked = run;
      userId = id;
      try {
        const [channels, lastActive] = await Promise.all([
          ports.fetchChannels(),
          ports.fetchLastActive().catch((cause: unknown) => {
            ports.log('The last active messages could not be read', cause);
            return new Map<string, string>();
          }),
        ]);
        if (asked !== run) return;
        change({
          status: 'ready',
          channels: new Map(channels.map((channel) => [channel.id, channel])),
          lastActive,
        });
      } catch (cause) {
        ports.log('The channels could not be read', cause);
        if (asked === run) change({ status: 'failed' });
        return;
      }
      timer?.();
      await refreshActivity();
    },
    reload: async () => {
      if (store.get().status !== 'ready') return;
      const asked = run;
      const before = store.get().channels;
      try {
        const fetched = await ports.fetchChannels();
        if (asked !== run) return;
        const now = store.get().channels;
        // Live events may be newer than the response.
        const joined = [...now.values()].filter(({ id }) => !before.has(id));
        const stayed = fetched.filter(({ id }) => now.has(id) || !before.has(id));
        const channels = [
          ...joined,
          ...stayed.map((channel) => merge(now.get(channel.id), channel)),
        ];
        change({ channels: new Map(channels.map((channel) => [channel.id, channel])) });
      } catch (cause) {
        ports.log('The channels could not be read again', cause);
      }
    },
    receive: (received) => {
      switch (received.type) {
        case 'message.created':
          onMessage(received.data.message);
          return;
        case 'missed':
          if (received.data.outcome === 'messages') received.data.messages.forEach(onMessage);
          return;
        case 'channel.changed': {
          const { channel } = received.data;
          update(channel.id, (known) => ({
            ...known,
            ...channel,
            lastSeq: Math.max(known.lastSeq, channel.lastSeq),
          }));
          return;
        }
        case 'channel.joined':
          put(received.data.channel);
          return;
        case 'channel.left':
          remove(received.data.channelId);
          return;
        case 'channel.read':
          if (received.data.userId === userId)
            markRead(received.data.channelId, received.data.readSeq);
          return;
        case 'member.changed':
          if (received.data.member.user.id === userId) {
            const { role, mutedUntil } = received.data.member;
            member(received.data.channelId, { role, mutedUntil });
          }
          return;
        case 'member.joined':
        case 'member.left': {
          const step = received.type === 'member.joined' ? 1 : -1;
          update(received.data.channelId, (channel) => ({
            ...channel,
            memberCount: Math.max(0, channel.memberCount + step),
          }));
          return;
        }
        default:
          return;
      }
    },
    put,
    remove,
    markRead,
    setLastActive: (channelId, messageId) =>
      change({ lastActive: new Map(store.get().lastActive).set(channelId, messageId) }),
    end: () => {
      run += 1;
      timer?.();
      timer = null;
      store.set(initial);
    },
  };
};
