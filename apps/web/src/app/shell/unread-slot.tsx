import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useSessionWanted } from '#core/session/browser/wanted.ts';

const Badge = lazyComponent(
  ['chat', 'chat.more', 'notices', 'uploads'],
  async () => (await import('../signed-in.tsx')).UnreadBadge,
);

/**
 * The number of unread messages. Rendered only with a session, so that other visitors do not load
 * the chat.
 */
export const UnreadSlot = () =>
  useSessionWanted() && (
    <Eventually>
      <Badge />
    </Eventually>
  );
