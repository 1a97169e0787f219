import { Eventually } from '#core/lazy-component.tsx';
import { useSessionWanted } from '#core/session/browser/wanted.ts';
import { UnreadBadge } from '../lazy-signed-in.ts';

/**
 * The number of unread messages. Rendered only with a session, so that other visitors do not load
 * the chat.
 */
export const UnreadSlot = () =>
  useSessionWanted() && (
    <Eventually>
      <UnreadBadge />
    </Eventually>
  );
