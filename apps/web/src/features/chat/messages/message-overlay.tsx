import type { ChatUser } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  MAX_CHAT_REASON_LENGTH,
  reportMessage,
  reportReasons,
} from '@izgodno/contract/chat/moderation-calls';
import { actionErrorText, showFailure } from '#core/api/error-text.ts';
import { isNotFound } from '#core/api/is-not-found.ts';
import { setBlocked } from '#core/blocks/blocks.ts';
import { BlockDialog } from '#core/blocks/lazy-blocks.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { api } from '#core/api/api.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { RemovalDialog, ReportForm } from '#features/moderation/api.ts';
import { announce } from '#shared/announce.ts';
import { copyText } from '#shared/copy-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { setPinned, deleteMessage } from './menu-actions.ts';
import type { ShownAttachment } from './shown-attachment.ts';
import { useChannelView } from './channel-view-context.ts';
import { markUnread } from '../channels/read-positions.ts';
import { EmojiPicker } from '../composer/emoji-picker.tsx';
import { ForwardDialog, MessageDetails, UserCard } from '../slots.ts';
import { MessageMenu } from './message-menu.tsx';
import { ImageViewer } from './image-viewer.tsx';

/** Reports a message to the moderators. */
const ReportDialog = ({ message, onClose }: { message: Message; onClose: () => void }) => {
  const { t } = useLanguage();
  return (
    <ReportForm
      open
      onClose={onClose}
      reasons={reportReasons.map((value) => ({ value, text: t(`chat.reportReason.${value}`) }))}
      noteLength={MAX_CHAT_REASON_LENGTH}
      texts={{
        title: t('chat.reportTitle'),
        reason: t('chat.reportReason'),
        choose: t('chat.reportChoose'),
        note: t('chat.reportNote'),
        send: t('chat.sendReport'),
        cancel: t('chat.cancel'),
        sent: t('chat.reported'),
        removed: t('chat.removed'),
      }}
      send={(reason, note) =>
        api.call(reportMessage, { params: { id: message.id }, body: { reason, note } })
      }
    />
  );
};

/** Asks for confirmation before a message is deleted, because that cannot be undone. */
const DeleteDialog = ({ message, onClose }: { message: Message; onClose: () => void }) => {
  const { t } = useLanguage();
  const removal = useMutation({ mutationFn: () => deleteMessage(message.id), onSuccess: onClose });
  return (
    <Dialog
      open
      title={t('chat.deleteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('chat.cancel')}
          </Button>
          <Button tone="danger" disabled={removal.isPending} onClick={() => removal.mutate()}>
            {t('chat.delete')}
          </Button>
        </>
      }
    >
      {removal.isError && (
        <p role="alert">
          {t(isNotFound(removal.error) ? 'chat.removed' : actionErrorText(removal.error))}
        </p>
      )}
      <p>{t('chat.deleteText')}</p>
    </Dialog>
  );
};

/** The open overlay and its message. */
export type OpenOverlay =
  | { readonly kind: 'menu' | 'emoji'; readonly message: Message; readonly anchor: HTMLElement }
  | { readonly kind: 'user'; readonly user: ChatUser; readonly anchor: HTMLElement }
  | { readonly kind: 'delete' | 'report' | 'forward' | 'details'; readonly message: Message }
  | { readonly kind: 'block'; readonly user: ChatUser }
  | {
      readonly kind: 'picture';
      readonly images: readonly ShownAttachment[];
      readonly first: ShownAttachment;
    };

export interface MessageOverlayProps {
  readonly opened: OpenOverlay;
  readonly onOpen: (next: OpenOverlay) => void;
  readonly onClose: () => void;
}

/** A menu, picker or dialog of a message. */
export const MessageOverlay = ({ opened, onOpen, onClose }: MessageOverlayProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { userId, blocked, channel, onReact } = useChannelView();
  const role = useUser()?.role ?? 'member';
  const isModerator = role !== 'member' && channel.kind === 'public';

  const block = (user: ChatUser, isBlocked: boolean): void => {
    if (isBlocked) onOpen({ kind: 'block', user });
    else setBlocked(queries, user, false).catch(showFailure);
  };

  /** Says when it is done what changes the message, but not where the focus is. */
  const act = async (doing: Promise<void>, done: TextKey): Promise<void> => {
    try {
      await doing;
      announce(t(done));
    } catch (error) {
      await showFailure(error);
    }
  };

  return (
    <>
      {opened.kind === 'menu' && (
        <MessageMenu
          message={opened.message}
          anchor={opened.anchor}
          onClose={onClose}
          onMoreEmoji={() => onOpen({ ...opened, kind: 'emoji' })}
          onCopy={(text) =>
            void copyText(text, {
              copied: t('chat.copied'),
              notCopied: t('chat.notCopied', { text }),
            })
          }
          onForward={() => onOpen({ kind: 'forward', message: opened.message })}
          onDetails={() => onOpen({ kind: 'details', message: opened.message })}
          onMarkUnread={() => void act(markUnread(opened.message), 'chat.markedUnread')}
          onPin={(pinned) =>
            void act(setPinned(opened.message, pinned), pinned ? 'chat.pinned' : 'chat.unpinned')
          }
          onDelete={() => onOpen({ kind: 'delete', message: opened.message })}
          onReport={() => onOpen({ kind: 'report', message: opened.message })}
          onBlock={(isBlocked) => block(opened.message.sender, isBlocked)}
        />
      )}
      {opened.kind === 'emoji' && (
        <EmojiPicker
          anchor={opened.anchor}
          onClose={onClose}
          onPick={(emoji) => {
            onClose();
            onReact(opened.message, emoji, true);
          }}
        />
      )}
      {opened.kind === 'user' && (
        <Eventually>
          <UserCard
            user={opened.user}
            anchor={opened.anchor}
            isOwn={opened.user.id === userId}
            isBlocked={blocked.has(opened.user.id)}
            onBlock={(isBlocked) => block(opened.user, isBlocked)}
            onClose={onClose}
          />
        </Eventually>
      )}
      {opened.kind === 'forward' && (
        <Eventually>
          <ForwardDialog message={opened.message} userId={userId} onClose={onClose} />
        </Eventually>
      )}
      {opened.kind === 'details' && (
        <Eventually>
          <MessageDetails message={opened.message} onClose={onClose} />
        </Eventually>
      )}
      {opened.kind === 'delete' &&
        (isModerator && opened.message.sender.id !== userId ? (
          <Eventually>
            <RemovalDialog
              message={opened.message}
              remove={(reason) => deleteMessage(opened.message.id, reason)}
              onClose={onClose}
            />
          </Eventually>
        ) : (
          <DeleteDialog message={opened.message} onClose={onClose} />
        ))}
      {opened.kind === 'report' && <ReportDialog message={opened.message} onClose={onClose} />}
      {opened.kind === 'block' && (
        <Eventually>
          <BlockDialog user={opened.user} onClose={onClose} />
        </Eventually>
      )}
      {opened.kind === 'picture' && (
        <ImageViewer images={opened.images} first={opened.first} onClose={onClose} />
      )}
    </>
  );
};
