import { isOneOf } from '#platform/database/is-one-of.ts';
import type { ChatUser } from '@izgodno/contract/chat/channel';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type { PresenceState } from '@izgodno/contract/chat/presence';
import { realtimeLimits, type SeenVersion } from '@izgodno/contract/realtime/frames';
import { createBatchLoader } from '#platform/database/batch-loader.ts';
import type { ChannelSource, MissedFrame } from '#features/realtime/api.ts';
import { findClosure } from './channel-context.ts';
import { findChannelOf, isShown } from './channel-rows.ts';
import { joinDefaultChannels } from '../members/member-rows.ts';
import {
  haveChanged,
  listChanged,
  presentMessage,
  type MessageRow,
} from '../messages/message-rows.ts';
import type { ChatContext } from '../chat-context.ts';
import { hiddenFrom, presenceOf } from '../members/users.ts';

/**
 * How long missed changes are cached, in milliseconds: about as long as disconnected clients take
 * to come back.
 */
const MISSED_STORED_MS = 2_000;

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
    row.reply_to?.isDeleted !== true &&
    row.reply_count === 0;
  return {
    version: row.version,
    event: { type: isNew ? 'message.created' : 'message.changed', data: { message } },
  } as const;
};

const refetchOf = (channelId: string): MissedFrame => ({
  type: 'missed',
  data: { outcome: 'refetch', channelId },
});

type SourceContext = Pick<ChatContext, 'database' | 'clock'>;

/** What the realtime hub needs from chat. */
export class ChatSource implements ChannelSource {
  readonly #chat: SourceContext;
  readonly #positionOf = createBatchLoader((channelIds) => this.#readPositions(channelIds));
  readonly #channelsOf = createBatchLoader((userIds) => this.#readChannels(userIds));
  /**
   * Missed changes between two versions are the same for all clients, so concurrent requests share
   * one read.
   */
  readonly #missed = new Map<string, Promise<MissedFrame>>();

  constructor(chat: SourceContext) {
    this.#chat = chat;
  }

  async channelsOf(userId: string): Promise<readonly string[]> {
    const { database, clock } = this.#chat;
    const channelIds = await this.#channelsOf(userId);
    if (channelIds !== undefined) return channelIds;
    // A user new to chat may open the socket before asking for channels.
    await joinDefaultChannels(database, userId, new Date(clock.now()));
    return (await this.#channelsOf(userId)) ?? [];
  }

  async versionsOf(channelIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const positions = await Promise.all(channelIds.map((id) => this.#positionOf(id)));
    return new Map(
      channelIds.flatMap((id, index) => {
        const position = positions[index];
        return position === undefined ? [] : [[id, position.version] as const];
      }),
    );
  }

  async changesSince(channelId: string, version: number, limit: number) {
    const changed = { channelId, since: version };
    const rows = await listChanged(this.#chat.database, changed, limit + 1);
    return rows.length > limit ? null : rows.map(eventOf);
  }

  async shownAmong(channelIds: readonly string[]): Promise<readonly string[]> {
    const channels = new Map(channelIds.map((id) => [dealOfChannel(id), id]));
    channels.delete(null);
    const rows = await this.#chat.database
      .selectFrom('deals')
      .select('id')
      .where(isOneOf('id', [...channels.keys()].map(String), 'bigint'))
      .where('deleted_at', 'is', null)
      .execute();
    return rows.flatMap(({ id }) => channels.get(String(id)) ?? []);
  }

  async *missedSince(seen: readonly SeenVersion[]): AsyncGenerator<MissedFrame, void, undefined> {
    const positions = await Promise.all(seen.map(({ channelId }) => this.#positionOf(channelId)));
    let room: number = realtimeLimits.maxMissedInAll;
    for (const [index, channel] of seen.entries()) {
      const { channelId, version } = channel;
      const now = positions[index];
      if (now === undefined) {
        yield { type: 'missed', data: { outcome: 'gone', channelId } };
        continue;
      }
      // Without room only a channel that has not changed needs no reading.
      const frame =
        room > 0 || version === now.version
          ? await this.#missedIn(channel, now)
          : refetchOf(channelId);
      const size = frame.data.outcome === 'messages' ? frame.data.messages.length : 0;
      yield size <= room ? frame : refetchOf(channelId);
      room -= Math.min(size, room);
    }
  }

  async typist(userId: string, channelId: string): Promise<ChatUser | null> {
    const { database, clock } = this.#chat;
    const found = await findChannelOf(database, channelId, userId);
    if (found === null || found.userName === null || found.membership === null) return null;
    // Comments are written in a form of their own.
    if (found.channel.kind === 'deal') return null;
    const open = { ...found, membership: found.membership };
    return findClosure(open, clock.now()) === null ? { id: userId, name: found.userName } : null;
  }

  hiddenFrom(viewerIds: readonly string[], userIds: readonly string[]) {
    return hiddenFrom(this.#chat, viewerIds, userIds);
  }

  presenceOf(states: ReadonlyMap<string, PresenceState>) {
    return presenceOf(this.#chat, states);
  }

  async #readPositions(
    channelIds: readonly string[],
  ): Promise<ReadonlyMap<string, ChannelPosition>> {
    if (channelIds.length === 0) return new Map();
    const rows = await this.#chat.database
      .selectFrom('channels as c')
      .select(['c.id', 'c.version', 'c.last_seq'])
      .where(isOneOf('c.id', channelIds))
      .where(isShown)
      .execute();
    return new Map(rows.map((row) => [row.id, { version: row.version, lastSeq: row.last_seq }]));
  }

  async #readChannels(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.#chat.database
      .selectFrom('channel_members')
      .select(['user_id', 'channel_id'])
      .where(isOneOf('user_id', userIds))
      .execute();
    const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
    return new Map([...byUser].map(([id, own]) => [id, own.map(({ channel_id }) => channel_id)]));
  }

  #missedIn(seen: SeenVersion, now: ChannelPosition): Promise<MissedFrame> {
    const key = `${seen.channelId} ${seen.version} ${now.version}`;
    const known = this.#missed.get(key);
    if (known !== undefined) return known;
    const reading = this.#readMissed(seen, now);
    this.#missed.set(key, reading);
    reading.catch(() => this.#missed.delete(key));
    setTimeout(() => this.#missed.delete(key), MISSED_STORED_MS).unref();
    return reading;
  }

  async #readMissed(
    { channelId, version }: SeenVersion,
    now: ChannelPosition,
  ): Promise<MissedFrame> {
    const { database } = this.#chat;
    const limit = realtimeLimits.maxMissedMessages;
    const changed = { channelId, since: version, until: now.version };
    const steps = now.version - version;
    // Below zero the client is ahead of the database, because a backup was restored.
    if (steps < 0 || (steps > limit && (await haveChanged(database, changed, limit + 1))))
      return refetchOf(channelId);
    const rows = steps === 0 ? [] : await listChanged(database, changed, limit);
    return {
      type: 'missed',
      data: {
        outcome: 'messages',
        channelId,
        messages: rows.map(presentMessage),
        version: now.version,
        lastSeq: now.lastSeq,
      },
    };
  }
}
