import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Clock } from '#platform/clock.ts';
import { createBatchLoader } from '#platform/database/batch-loader.ts';
import type { Database } from '#schema/schema.ts';
import type { ChannelSource, MissedFrame, SeenChannel } from '#features/realtime/api.ts';
import { isUnreachable } from './channel-rows.ts';
import { joinDefaultChannels } from './member-rows.ts';
import { listChanged, presentMessage, type MessageRow } from './message-rows.ts';
import type { PersonService } from './person-service.ts';

/**
 * How long missed changes are cached, in milliseconds: about as long as disconnected clients take
 * to come back.
 */
const MISSED_KEPT_MS = 2_000;

interface ChannelPosition {
  readonly version: number;
  readonly lastSeq: number;
}

/** A message unchanged since it was sent is new; any other has changed. */
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

/** What the realtime hub needs from chat. */
export const createChannelSource = (
  database: Database,
  clock: Clock,
  people: PersonService,
): ChannelSource => {
  const readVersions = async (
    channelIds: readonly string[],
  ): Promise<ReadonlyMap<string, ChannelPosition>> => {
    if (channelIds.length === 0) return new Map();
    const rows = await database
      .selectFrom('channels')
      .select(['id', 'version', 'last_seq'])
      .where('id', 'in', [...channelIds])
      .execute();
    return new Map(rows.map((row) => [row.id, { version: row.version, lastSeq: row.last_seq }]));
  };
  const positionOf = createBatchLoader(readVersions);

  const channelsOf = createBatchLoader(async (userIds: readonly string[]) => {
    const rows = await database
      .selectFrom('channel_members')
      .select(['user_id', 'channel_id'])
      .where('user_id', 'in', [...userIds])
      .execute();
    const byUser = new Map<string, string[]>();
    for (const { user_id, channel_id } of rows) {
      const channelIds = byUser.get(user_id) ?? [];
      byUser.set(user_id, channelIds);
      channelIds.push(channel_id);
    }
    return byUser;
  });

  const readMissed = async (
    { channelId, version }: SeenChannel,
    now: ChannelPosition,
  ): Promise<MissedFrame> => {
    const refetch: MissedFrame = { type: 'missed', data: { outcome: 'refetch', channelId } };
    // The client's version is ahead of the database, because a backup was restored.
    if (version > now.version) return refetch;
    const limit = realtimeLimits.maxMissedMessages;
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

  // Missed changes between two versions are the same for all clients, so concurrent requests share
  // one read.
  const missed = new Map<string, Promise<MissedFrame>>();
  const missedIn = (seen: SeenChannel, now: ChannelPosition): Promise<MissedFrame> => {
    const key = `${seen.channelId} ${seen.version} ${now.version}`;
    const known = missed.get(key);
    if (known !== undefined) return known;
    const reading = readMissed(seen, now);
    missed.set(key, reading);
    reading.catch(() => missed.delete(key));
    setTimeout(() => missed.delete(key), MISSED_KEPT_MS).unref();
    return reading;
  };

  return {
    async channelsOf(userId) {
      const channelIds = await channelsOf(userId);
      if (channelIds !== undefined) return channelIds;
      // A user new to chat may open the socket before asking for channels.
      await joinDefaultChannels(database, userId, new Date(clock.now()));
      return (await channelsOf(userId)) ?? [];
    },

    async versionsOf(channelIds) {
      const known = await readVersions(channelIds);
      return new Map([...known].map(([id, { version }]) => [id, version]));
    },

    async changesSince(channelId, version, limit) {
      const rows = await listChanged(database, channelId, version, limit + 1);
      return rows.length > limit ? null : rows.map(eventOf);
    },

    async missedSince(seen) {
      const positions = await Promise.all(seen.map(({ channelId }) => positionOf(channelId)));
      const frames: MissedFrame[] = [];
      let room: number = realtimeLimits.maxMissedInAll;
      for (const [index, channel] of seen.entries()) {
        const { channelId } = channel;
        const now = positions[index];
        const frame: MissedFrame =
          now === undefined
            ? { type: 'missed', data: { outcome: 'gone', channelId } }
            : await missedIn(channel, now);
        const size = frame.data.outcome === 'messages' ? frame.data.messages.length : 0;
        if (size <= room) frames.push(frame);
        else frames.push({ type: 'missed', data: { outcome: 'refetch', channelId } });
        room -= Math.min(size, room);
      }
      return frames;
    },

    async typist(userId, channelId) {
      const row = await database
        .selectFrom('channels as c')
        .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
        .select(['u.id', 'u.name', isUnreachable(userId).as('unreachable')])
        .where('c.id', '=', channelId)
        .executeTakeFirst();
      return row === undefined || row.unreachable ? null : { id: row.id, name: row.name };
    },

    hiddenFrom: (viewerIds, userIds) => people.hiddenFrom(viewerIds, userIds),
    presenceOf: (states) => people.presence(states),
  };
};
