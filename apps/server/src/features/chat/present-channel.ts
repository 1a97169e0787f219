import type {
  Channel,
  Member,
  Membership,
  OwnChannel,
  SeenChannel,
} from '@izgodno/contract/chat/channel';
import type { ChannelRow, ChannelView } from './channel-rows.ts';
import type { MemberRow, MembershipRow } from './member-rows.ts';

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

export const presentMembership = (row: MembershipRow): Membership => ({
  role: row.role,
  notifications: row.notifications,
  readSeq: row.read_seq,
  mutedUntil: isoOrNull(row.muted_until),
  joinedAt: row.joined_at.toISOString(),
});

export const presentChannel = ({ channel, people }: ChannelView): Channel => ({
  id: channel.id,
  name: channel.name,
  kind: channel.kind,
  topic: channel.topic,
  isDefault: channel.is_default,
  archivedAt: isoOrNull(channel.archived_at),
  createdAt: channel.created_at.toISOString(),
  slowModeSeconds: channel.slow_mode_seconds,
  memberCount: channel.member_count,
  people: [...people],
  lastSeq: channel.last_seq,
  version: channel.version,
});

export const presentSeen = (view: ChannelView): SeenChannel => ({
  ...presentChannel(view),
  membership: view.membership === null ? null : presentMembership(view.membership),
});

export const presentOwn = (view: ChannelView, membership: MembershipRow): OwnChannel => ({
  ...presentChannel(view),
  membership: presentMembership(membership),
});

/** Only direct conversations show how far each member has read. */
export const presentMember = (row: MemberRow, kind: ChannelRow['kind']): Member => ({
  user: { id: row.id, name: row.name },
  role: row.role,
  mutedUntil: isoOrNull(row.muted_until),
  joinedAt: row.joined_at.toISOString(),
  readSeq: kind === 'direct' ? row.read_seq : null,
});
