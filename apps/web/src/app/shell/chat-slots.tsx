import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useSessionWanted } from '#core/session/browser/wanted.ts';

const Channels = lazyComponent(
  ['chat'],
  async () => (await import('#features/chat/components/sidebar-chat.tsx')).SidebarChat,
);
const Badge = lazyComponent(
  ['chat'],
  async () => (await import('#features/chat/components/unread-badge.tsx')).UnreadBadge,
);

/** The channels of the chat. */
export const ChannelsSlot = () => (
  <Eventually>
    <Channels />
  </Eventually>
);

/** How much waits in the chat, once there is a session: nobody else loads the chat for it. */
export const UnreadSlot = () =>
  useSessionWanted() && (
    <Eventually>
      <Badge />
    </Eventually>
  );
