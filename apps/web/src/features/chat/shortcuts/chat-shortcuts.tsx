import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { useParams } from '#core/router/params.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { directory, selection } from '../chat.ts';
import { listedChannels } from '../channels/listed-channels.ts';
import { unreadOf } from '../channels/channel-directory.ts';
import { Shortcuts, Switcher } from '../slots.ts';
import { actionOfKey, neighbour } from './key-actions.ts';

/** A choice by name or key applies at once, as a URL does. */
const openChannel = (channelId: string | null): void => {
  if (channelId !== null) selection.dispatch({ kind: 'addressed', channelId });
};

/**
 * Handles the chat's keys wherever the focus is, and shows the help sheet and the channel switcher.
 */
export const ChatShortcuts = () => {
  const { code } = useLanguage();
  const user = useUser();
  const { channelId: current } = useParams();
  const [shown, setShown] = useState<'help' | 'switch' | null>(null);
  const focused = useRef<Element>(null);

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    // Loads the switcher before the key that opens it. If this fails, opening it tries again.
    if (event.ctrlKey || event.metaKey) void Switcher.preload().catch(() => undefined);
    const action = actionOfKey(event);
    // An open dialog has priority.
    if (action === null || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    switch (action) {
      case 'help':
      case 'switch':
        // Until the dialog has loaded, what the user types must not become a message.
        focused.current = shown === null ? document.activeElement : focused.current;
        if (focused.current instanceof HTMLElement) focused.current.blur();
        setShown(action);
        return;
      default: {
        const channels = listedChannels(directory.state.get(), user?.id ?? '', code);
        const items = channels.map(({ channel }) => ({
          id: channel.id,
          unread: unreadOf(channel) > 0 && channel.membership.notifications !== 'none',
        }));
        openChannel(neighbour(items, current ?? null, action));
      }
    }
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  useEffect(() => {
    if (shown === null && focused.current instanceof HTMLElement) focused.current.focus();
  }, [shown]);

  const close = (): void => setShown(null);
  return (
    <Eventually>
      {shown === 'help' && <Shortcuts onClose={close} />}
      {shown === 'switch' && <Switcher onOpen={openChannel} onClose={close} />}
    </Eventually>
  );
};
