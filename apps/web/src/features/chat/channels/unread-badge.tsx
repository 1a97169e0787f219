import { useLayoutEffect } from 'react';
import { useUser } from '#core/session/browser/use-session.ts';
import { useStore } from '#shared/store.ts';
import { directory, startChat } from '../chat.ts';
import { Badge } from './badge.tsx';
import { unreadOf } from './channel-directory.ts';

/** The number of unread messages in all channels that are not muted. */
export const UnreadBadge = () => {
  useLayoutEffect(startChat, []);
  const { channels } = useStore(directory.state);
  const user = useUser();
  const count = [...channels.values()]
    .filter(
      ({ membership, archivedAt }) => membership.notifications !== 'none' && archivedAt === null,
    )
    .reduce((sum, channel) => sum + unreadOf(channel), 0);
  return user !== null && <Badge count={count} text="chat.unread" />;
};
