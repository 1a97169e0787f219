import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { ChannelSource, MissedFrame, SeenChannel } from '#platform/realtime/realtime.ts';
import { joinDefaultChannels } from './channel-rows.ts';
import { listChanged, presentMessage, type MessageRow } from './message-rows.ts';
import type { PersonService } from './person-service.ts';

/** A message whose last change is its coming is new; any other has changed. */
const eventOf = (row: MessageRow) => {
  const message = presentMessage(row);
  const isNew =
    row.edited_at === null &&
    row.deleted_at === null &&
    row.reactions.length === 0 &&
    row.pinned_at === null &&
    row.reply_count === 0;
  return {
    version: row.version,
    event: { type: isNew ? 'message.created' : 'message.changed', data: { message } },
  } as const;
};

/** What the realtime hub asks of chat. */
export const createChannelSource = (
  database: Database,
  clock: Clock,
  people: PersonService,
): ChannelSource => {
  const versionsOf = async (
    channelIds: readonly string[],
  ): Promise<Map<string, { version: number; lastSeq: number }>> => {
    if (channelIds.length === 0) return new Map();
    const rows = await database
      .selectFrom('channels')
      .select(['id', 'version', 'last_seq'])
      .where('id', 'in', [...channelIds])
      .execute();
    return new Map(rows.map((row) => [row.id, { version: row.version, lastSeq: row.last_seq }]));
  };

  const missedIn = async (
    { channelId, version }: SeenChannel,
    now: { readonly version: number; readonly lastSeq: number },
    room: number,
  ): Promise<MissedFrame> => {
    const refetch: MissedFrame = { type: 'missed', data: { outcome: 'refetch', channelId } };
    // A client ahead of the database has seen one that is gone: a restored backup.
    if (version > now.version) return refetch;
    const limit = Math.min(room, realtimeLimits.maxMissedMessages);
    const rows =
      version === now.version ? [] : await listChanged(database, channelId, version, limit + 1);
    if (rows.length > limit) return refetch;
    return {
      type: 'missed',
      data: {
        outcome: 'messages',
        channelId,
        messages: rows.map(presentMessage),
        version: Math.max(now.version, rows.at(-1)?.version ?? 0),
        lastSeq: Math.max(now.lastSeq, ...rows.map(({ seq }) => seq)),
      },
    };
  };

  const channelsOf = async (userId: string): Promise<readonly string[]> => {
    const rows = await database
      .selectFrom('channel_members')
      .select('channel_id')
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ channel_id }) => channel_id);
  };

  return {
    async channelsOf(userId) {
      const channelIds = await channelsOf(userId);
      if (channelIds.length > 0) return channelIds;
      // Somebody whose first word to chat is the socket.
      await joinDefaultChannels(database, userId, new Date(clock.now()));
      return channelsOf(userId);
    },

    async versionsOf(channelIds) {
      const known = await versionsOf(channelIds);
      return new Map([...known].map(([id, { version }]) => [id, version]));
    },

    async changesSince(channelId, version, limit) {
      const rows = await listChanged(database, channelId, version, limit + 1);
      return rows.length > limit ? null : rows.map(eventOf);
    },

    async missedSince(userId, seen) {
      const own = new Set(await channelsOf(userId));
      const known = await versionsOf(seen.map(({ channelId }) => channelId));
      const frames: MissedFrame[] = [];
      let room: number = realtimeLimits.maxMissedInAll;
      for (const channel of seen) {
        const { channelId } = channel;
        const now = known.get(channelId);
        const frame: MissedFrame =
          now === undefined || !own.has(channelId)
            ? { type: 'missed', data: { outcome: 'gone', channelId } }
            : await missedIn(channel, now, room);
        if (frame.data.outcome === 'messages') room -= frame.data.messages.length;
        frames.push(frame);
      }
      return frames;
    },

    async nameOf(userId) {
      const row = await database
        .selectFrom('users')
        .select('name')
        .where('id', '=', userId)
        .executeTakeFirst();
      return row?.name ?? '';
    },

    presenceOf: (states) => people.presence(states),
  };
};
