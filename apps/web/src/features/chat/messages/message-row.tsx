import type { Message } from '@izgodno/contract/chat/message';
import { useState, type ReactNode } from 'react';
import { currentUserId } from '#core/session/browser/use-session.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { useStore } from '#shared/store.ts';
import { updatedUrls } from './updated-urls.ts';
import { mentionLabels } from './markdown/mention-labels.ts';
import { Markdown } from './markdown/markdown.tsx';
import { plainText } from './markdown/plain-text.ts';
import { directory } from '../chat.ts';
import { messageHref } from '../paths.ts';
import { chooseAgain } from '../composer/send-files.ts';
import { AttachmentView } from './attachment-view.tsx';
import { useChannelView } from './channel-view-context.ts';
import { MessageTools, useLongPress } from './message-tools.tsx';
import { LinkCard } from './link-card.tsx';
import { UserMark } from '../members/user-mark.tsx';
import { Reactions } from './reactions.tsx';
import { riskOf } from './message-risk.ts';
import { clockText, momentText } from './time-text.ts';
import type { ShownAttachment } from './shown-attachment.ts';
import attachmentStyles from './attachment.module.css';
import styles from './message.module.css';

interface FrameProps {
  readonly sender: { readonly id: string; readonly name: string };
  readonly at: string;
  readonly grouped: boolean;
  readonly label: string;
  readonly marks?: ReactNode;
  readonly children: ReactNode;
  readonly isTarget?: boolean;
  /** Called when the mouse enters or leaves it. */
  readonly onHover?: (isHovered: boolean) => void;
  /** Called with the message that a finger rests on. */
  readonly onLongPress?: ((message: HTMLElement) => void) | undefined;
}

/** The name of a message's sender, which opens what is known of them. */
const SenderName = ({ sender }: Pick<FrameProps, 'sender'>) => {
  const { t } = useLanguage();
  const { onOpenUser } = useChannelView();
  if (sender.name === '')
    return <strong className={styles['name']}>{t('chat.deletedAccount')}</strong>;
  return (
    <button
      type="button"
      className={styles['name']}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onOpenUser(sender, currentTarget)}
    >
      <bdi>{sender.name}</bdi>
    </button>
  );
};

/** Sender, avatar and time of a message, unless it follows another of the same sender. */
export const MessageFrame = ({
  sender,
  at,
  grouped,
  label,
  marks,
  children,
  isTarget = false,
  onHover,
  onLongPress,
}: FrameProps) => {
  const { code } = useLanguage();
  const longPress = useLongPress((message) => onLongPress?.(message));
  const time = (
    <time dateTime={at} title={momentText(at, code)} className={styles['time']}>
      {clockText(at, code)}
    </time>
  );
  return (
    <article
      className={styles['message']}
      aria-label={label}
      data-grouped={grouped}
      data-target={isTarget}
      data-keeps-focus
      // The arrow keys walk from message to message.
      tabIndex={-1}
      {...longPress}
      onPointerEnter={({ pointerType }) => onHover?.(pointerType === 'mouse')}
      onPointerLeave={() => onHover?.(false)}
    >
      <div className={styles['side']}>
        {grouped ? time : <UserMark id={sender.id} name={sender.name} />}
      </div>
      <div className={styles['content']}>
        {grouped ? (
          marks
        ) : (
          <header className={styles['head']}>
            <SenderName sender={sender} />
            {time}
            {marks}
          </header>
        )}
        {children}
      </div>
    </article>
  );
};

/**
 * The attachments of a message, including files whose message could not be updated on the server.
 */
const useAttachments = ({ clientId, attachments }: Message): readonly ShownAttachment[] => {
  const urls = useStore(updatedUrls).get(clientId);
  if (urls === undefined) return attachments;
  let next = 0;
  return attachments.map((attachment) =>
    attachment.fileUrl === null ? { ...attachment, fileUrl: urls[next++] ?? null } : attachment,
  );
};

const Files = ({ message }: { message: Message }) => {
  const { onOpenImage } = useChannelView();
  const attachments = useAttachments(message);
  if (attachments.length === 0) return null;
  return (
    <div className={attachmentStyles['list']}>
      {attachments.map((attachment) => (
        <AttachmentView
          key={attachment.placeholderId ?? attachment.id}
          attachment={attachment}
          onOpenImage={(image) => onOpenImage(message, image)}
          onChooseAgain={
            message.sender.id === currentUserId()
              ? (file) => void chooseAgain(message, attachment.placeholderId, file)
              : undefined
          }
        />
      ))}
    </div>
  );
};

const Quoted = ({ message }: { message: Message }) => {
  const { t } = useLanguage();
  const { onJump, blocked } = useChannelView();
  const { replyTo, mentions } = message;
  if (replyTo === null) return null;
  if (blocked.has(replyTo.sender.id)) {
    return (
      <button type="button" className={styles['quoted']} onClick={() => onJump(replyTo.seq)}>
        <span className="visually-hidden">{t('chat.inReplyTo')} </span>
        {t('chat.blockedMessage')}
      </button>
    );
  }
  return (
    <button type="button" className={styles['quoted']} onClick={() => onJump(replyTo.seq)}>
      <span className="visually-hidden">{t('chat.inReplyTo')} </span>
      <strong>{replyTo.sender.name || t('chat.deletedAccount')}</strong>{' '}
      {plainText(replyTo.text, {
        mentions,
        ...mentionLabels(t),
      }) || (replyTo.isDeleted === true ? t('chat.deleted') : t('chat.files', { count: 1 }))}
    </button>
  );
};

/** Whose words a forwarded message shows, with a link for those who can read the original. */
const ForwardedFrom = ({ message: { forwarded } }: { message: Message }) => {
  const { t } = useLanguage();
  const { channels } = useStore(directory.state);
  if (forwarded === null) return null;
  const { sender, channelId, seq } = forwarded;
  const text = t('chat.forwardedFrom', { name: sender.name || t('chat.deletedAccount') });
  return (
    <p className={styles['forwarded']}>
      <MediaIcon name="forward" size={14} />
      {channels.has(channelId) ? <Link href={messageHref(channelId, seq)}>{text}</Link> : text}
    </p>
  );
};

/** Leads to the thread that the message began. */
const Replies = ({ message: { id, replyCount } }: { message: Message }) => {
  const { t } = useLanguage();
  const { onOpenThread } = useChannelView();
  if (replyCount === 0) return null;
  return (
    <button type="button" className={styles['thread']} onClick={() => onOpenThread(id)}>
      <MediaIcon name="thread" size={16} /> {t('chat.replies', { count: replyCount })}
    </button>
  );
};

/** Warns of what often precedes a fraud. */
const Risk = ({ text }: { text: string }) => {
  const { t } = useLanguage();
  const risk = riskOf(text, location.origin);
  if (risk === null) return null;
  return (
    <p className={styles['risk']} role="note">
      <Icon name="flag" size={16} />
      {t(`chat.risk.${risk}`)}
    </p>
  );
};

interface MessageRowProps {
  readonly message: Message;
  readonly grouped: boolean;
  /** Whether it is the target of a jump. */
  readonly isTarget: boolean;
  /** Whether all others in a direct conversation have read up to here. */
  readonly isSeen: boolean;
}

/** One message with its attachments, reactions and actions. */
export const MessageRow = ({ message, grouped, isTarget, isSeen }: MessageRowProps) => {
  'use memo';
  const { t, code } = useLanguage();
  const { userId, channel, blocked, onMenu } = useChannelView();
  const [isShown, setIsShown] = useState(false);
  const [isHovered, setIsHovered] = useState(false);
  const { sender, text, createdAt, editedAt, deletedAt, pinnedAt, mentions } = message;
  const label = t('chat.messageOf', {
    name: sender.name || t('chat.deletedAccount'),
    time: clockText(createdAt, code),
  });
  const isBlocked = blocked.has(sender.id);
  const frame = { sender, at: createdAt, grouped, label, isTarget };
  if (deletedAt !== null) {
    return (
      <MessageFrame {...frame}>
        <p className={styles['deleted']}>{t('chat.deleted')}</p>
        <Replies message={message} />
      </MessageFrame>
    );
  }
  if (isBlocked && !isShown) {
    return (
      <MessageFrame {...frame} grouped label={t('chat.blockedMessage')}>
        <p className={styles['deleted']}>
          {t('chat.blockedMessage')}
          {' · '}
          <button
            type="button"
            className={styles['show']}
            onClick={(event) => {
              // The button disappears; the message stays.
              event.currentTarget.closest('article')?.focus();
              setIsShown(true);
            }}
          >
            {t('chat.showBlocked')}
          </button>
        </p>
      </MessageFrame>
    );
  }
  return (
    <MessageFrame
      {...frame}
      onHover={setIsHovered}
      onLongPress={channel.archivedAt === null ? (element) => onMenu(message, element) : undefined}
      marks={
        pinnedAt !== null && (
          <span className={styles['mark']}>
            <MediaIcon name="tack" size={14} /> {t('chat.pinned')}
          </span>
        )
      }
    >
      <Quoted message={message} />
      <ForwardedFrom message={message} />
      {text !== '' && (
        <Markdown text={text} mentions={mentions} userId={userId} {...mentionLabels(t)} />
      )}
      {channel.kind === 'direct' && sender.id !== userId && <Risk text={text} />}
      {editedAt !== null && (
        <span className={styles['mark']} title={momentText(editedAt, code)}>
          {t('chat.edited')}
        </span>
      )}
      <Files message={message} />
      {message.links.map((link) => (
        <LinkCard key={link.url} link={link} />
      ))}
      <Reactions message={message} />
      <Replies message={message} />
      {isSeen && <span className={styles['mark']}>{t('chat.seen')}</span>}
      {channel.archivedAt === null && <MessageTools message={message} isHovered={isHovered} />}
    </MessageFrame>
  );
};
