import type { Message } from '@izgodno/contract/chat/message';
import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { rightsIn } from '../channels/info/rights.ts';
import { useChannelView } from './channel-view-context.ts';
import { useIsSaved } from '../saved/saved-messages.ts';
import { QUICK_EMOJI } from './quick-emoji.ts';
import { messageHref } from '../paths.ts';
import { mentionLabels } from './markdown/mention-labels.ts';
import { plainText } from './markdown/plain-text.ts';
import { Popup } from '../popup.tsx';
import styles from './message-menu.module.css';

interface MessageMenuProps {
  readonly message: Message;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly onMoreEmoji: () => void;
  /** Copies a text to the clipboard. */
  readonly onCopy: (text: string) => void;
  readonly onForward: () => void;
  readonly onDetails: () => void;
  readonly onMarkUnread: () => void;
  readonly onPin: (pinned: boolean) => void;
  readonly onDelete: () => void;
  readonly onReport: () => void;
  /** Blocks or unblocks the sender. */
  readonly onBlock: (blocked: boolean) => void;
}

/** Whether there is something to show elsewhere; a file on its way is not. */
const isForwardable = ({ text, attachments }: Message): boolean =>
  text !== '' || attachments.some(({ fileUrl }) => fileUrl !== null);

const linkOf = ({ channelId, seq }: Message): string =>
  new URL(messageHref(channelId, seq), location.href).href;

/** The reactions of one tap, at the head of the menu. */
const QuickReactions = ({
  message,
  onClose,
  onMoreEmoji,
}: Pick<MessageMenuProps, 'message' | 'onClose' | 'onMoreEmoji'>) => {
  const { t } = useLanguage();
  const { onReact } = useChannelView();
  return (
    <div className={styles['quick']}>
      {QUICK_EMOJI.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitem"
          className={styles['emoji']}
          aria-label={t('chat.reactWith', { emoji })}
          onClick={() => {
            onClose();
            onReact(message, emoji, true);
          }}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        className={styles['emoji']}
        aria-label={t('chat.moreEmoji')}
        onClick={onMoreEmoji}
      >
        <MediaIcon name="smile" />
      </button>
    </div>
  );
};

/** The menu of a message. */
export const MessageMenu = (props: MessageMenuProps) => {
  const {
    message,
    anchor,
    onClose,
    onMoreEmoji,
    onCopy,
    onForward,
    onDetails,
    onMarkUnread,
    onPin,
    onDelete,
    onReport,
    onBlock,
  } = props;
  const { t } = useLanguage();
  const { userId, channel, blocked, onReply, onEdit, onOpenThread, onSave } = useChannelView();
  const { sender } = message;
  const isBlocked = blocked.has(sender.id);
  const isSaved = useIsSaved(message.id);
  const isOwn = message.sender.id === userId;
  const mayModerate = rightsIn(channel, useUser()?.role ?? 'member').moderate;
  const mayPin = mayModerate || channel.kind === 'direct';
  const copyOf = ({ text, mentions }: Message): string =>
    plainText(text, {
      mentions,
      ...mentionLabels(t),
    });
  const item = (icon: ReactNode, text: string, run: () => void, danger = false) => (
    <button
      type="button"
      role="menuitem"
      className={styles['item']}
      data-danger={danger}
      onClick={() => {
        onClose();
        run();
      }}
    >
      {icon} {text}
    </button>
  );
  return (
    <Popup
      anchor={anchor}
      kind="menu"
      label={t('chat.messageMenu', { name: message.sender.name })}
      onClose={onClose}
    >
      <QuickReactions message={message} onClose={onClose} onMoreEmoji={onMoreEmoji} />
      {item(<MediaIcon name="reply" size={18} />, t('chat.reply'), () => onReply(message))}
      {item(<MediaIcon name="thread" size={18} />, t('chat.openThread'), () =>
        onOpenThread(message.threadId ?? message.id),
      )}
      {item(<MediaIcon name="bookmark" size={18} />, t(isSaved ? 'chat.unsave' : 'chat.save'), () =>
        onSave(message, !isSaved),
      )}
      {isForwardable(message) &&
        item(<MediaIcon name="forward" size={18} />, t('chat.forward'), onForward)}
      {item(<Icon name="external" size={18} />, t('chat.copyLink'), () => onCopy(linkOf(message)))}
      {message.text !== '' &&
        item(<Icon name="list" size={18} />, t('chat.copyText'), () => onCopy(copyOf(message)))}
      {item(<Icon name="chat" size={18} />, t('chat.markUnread'), onMarkUnread)}
      {item(<MediaIcon name="info" size={18} />, t('chat.details'), onDetails)}
      {mayPin &&
        item(
          <MediaIcon name="tack" size={18} />,
          t(message.pinnedAt === null ? 'chat.pin' : 'chat.unpin'),
          () => onPin(message.pinnedAt === null),
        )}
      {isOwn &&
        message.forwarded === null &&
        item(<MediaIcon name="edit" size={18} />, t('chat.edit'), () => onEdit(message))}
      {!isOwn && item(<Icon name="flag" size={18} />, t('chat.report'), onReport)}
      {!isOwn &&
        sender.name !== '' &&
        item(
          <MediaIcon name="lock" size={18} />,
          t(isBlocked ? 'chat.unblock' : 'chat.block', { name: sender.name }),
          () => onBlock(!isBlocked),
        )}
      {(isOwn || mayModerate) &&
        item(<MediaIcon name="remove" size={18} />, t('chat.delete'), onDelete, true)}
    </Popup>
  );
};
