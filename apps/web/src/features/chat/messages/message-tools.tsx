import type { Message } from '@izgodno/contract/chat/message';
import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { QUICK_EMOJI } from './quick-emoji.ts';
import { useIsSaved } from '../saved/saved-messages.ts';
import { MessageOverlay } from './lazy-message-overlay.ts';
import { useChannelView } from './channel-view-context.ts';
import styles from './message.module.css';
import { LONG_PRESS_MS } from '../long-press.ts';

/** The number of reactions that a pointer over a message offers. */
const QUICK_COUNT = 3;

/** Elements with a long press of their own: links, pictures, players. */
const OWN_LONG_PRESS = 'a, img, video, audio, input';

/**
 * Handlers that open the menu of a message after a long touch, because a finger cannot hover. It
 * opens with the release, which would close a popup that is open already.
 */
export const useLongPress = (open: (message: HTMLElement) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHeld = useRef(false);
  const cancel = (): void => {
    clearTimeout(timer.current);
    isHeld.current = false;
  };
  const release = ({ currentTarget }: PointerEvent<HTMLElement>): void => {
    const isLong = isHeld.current;
    cancel();
    if (isLong) setTimeout(() => open(currentTarget));
  };
  return {
    onPointerDown: ({ pointerType, target }: PointerEvent<HTMLElement>) => {
      cancel();
      if (pointerType !== 'touch') return;
      if (target instanceof Element && target.closest(OWN_LONG_PRESS) !== null) return;
      timer.current = setTimeout(() => {
        isHeld.current = true;
      }, LONG_PRESS_MS);
    },
    onPointerUp: release,
    // The browser cancels a touch when it scrolls, and some when they would open a menu themselves.
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      if (isHeld.current) event.preventDefault();
    },
  };
};

/** Saves a message for later, or removes it from those saved. */
const SaveTool = ({ message }: { message: Message }) => {
  const { t } = useLanguage();
  const { onSave } = useChannelView();
  const isSaved = useIsSaved(message.id);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles['tool']}
      aria-label={t(isSaved ? 'chat.unsave' : 'chat.save')}
      onClick={() => onSave(message, !isSaved)}
    >
      <MediaIcon name="bookmark" size={18} />
    </button>
  );
};

/** Loads the menu before it is opened. If this fails, opening it tries again. */
const loadMenu = (): void => void MessageOverlay.preload().catch(() => undefined);

interface MessageToolsProps {
  readonly message: Message;
  /** Whether the mouse is over the message; the keyboard has the same in the menu. */
  readonly isHovered: boolean;
}

/** The menu button of a message, and beside it what the mouse does with one click. */
export const MessageTools = ({ message, isHovered }: MessageToolsProps) => {
  const { t } = useLanguage();
  const { onMenu, onReact, onReply } = useChannelView();
  return (
    <div className={styles['tools']}>
      {isHovered && (
        <>
          {QUICK_EMOJI.slice(0, QUICK_COUNT).map((emoji) => (
            <button
              key={emoji}
              type="button"
              tabIndex={-1}
              className={styles['tool']}
              aria-label={t('chat.reactWith', { emoji })}
              onClick={() => onReact(message, emoji, true)}
            >
              {emoji}
            </button>
          ))}
          <button
            type="button"
            tabIndex={-1}
            className={styles['tool']}
            aria-label={t('chat.reply')}
            onClick={() => onReply(message)}
          >
            <MediaIcon name="reply" size={18} />
          </button>
          <SaveTool message={message} />
        </>
      )}
      <IconButton
        label={t('chat.messageMenu', { name: message.sender.name })}
        aria-haspopup="menu"
        className={styles['menuButton'] ?? ''}
        onPointerEnter={loadMenu}
        onClick={({ currentTarget }) => onMenu(message, currentTarget)}
      >
        <MediaIcon name="more" />
      </IconButton>
    </div>
  );
};
