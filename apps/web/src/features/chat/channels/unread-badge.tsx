import { useLayoutEffect } from 'react';
import { useUser } from '#core/session/browser/use-session.ts';
import { useStore } from '#shared/store.ts';
import { directory, startChat } from '../chat.ts';
import { Badge } from './badge.tsx';
import { unreadInAll } from './channel-directory.ts';
import type { UnreadScope } from './why-unread.ts';

const ALL: UnreadScope = { kind: 'all' };

/** The number of unread messages in all channels that are not muted. */
export const UnreadBadge = () => {
  useLayoutEffect(startChat, []);
  const count = unreadInAll(useStore(directory.state));
  const user = useUser();
  return user !== null && <Badge count={count} scope={ALL} />;
};
