import type { ChatUser } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { useQueryClient, useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reportMessage, reportReasons } from '@izgodno/contract/chat/moderation-calls';
import { actionErrorText } from '#core/api/error-text.ts';
import { setBlocked } from '#core/blocks/blocks.ts';
import { BlockDialog } from '#core/blocks/lazy-blocks.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { api } from '#core/api/api.ts';
import { ReportForm } from '#features/moderation/api.ts';
import { copyText } from '#shared/copy-text.ts';
import { showToast } from '#shared/ui/toast.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { setPinned, setReaction, deleteMessage } from './message-actions.ts';
import { isImage, type ShownAttachment } from './shown-attachment.ts';
import { ChannelViewProvider, type ChannelViewActions } from './channel-view-context.ts';
import { markUnread } from '../channels/read-positions.ts';
import { EmojiPicker } from '../composer/emoji-picker.tsx';
import { setSaved } from '../saved/saved-messages.ts';
import { ForwardDialog, MessageDetails, UserCard } from '../slots.ts';
import { MessageMenu } from './message-menu.tsx';
import { ImageViewer } from './image-viewer.tsx';

/** The contract's maximum length of the note. */
const MAX_NOTE_LENGTH = 500;

/** Reports a message to the moderators. */
const ReportDialog = ({ message, onClose }: { message: Message; onClose: () => void }) => {
  const { t } = useLanguage();
  return (
    <ReportForm
      open
      onClose={onClose}
      reasons={reportReasons.map((value) => ({ value, text: t(`chat.reportReason.${value}`) }))}
      noteLength={MAX_NOTE_LENGTH}
      texts={{
        title: t('chat.reportTitle'),
        reason: t('chat.reportReason'),
        note: t('chat.reportNote'),
        send: t('chat.sendReport'),
        cancel: t('chat.cancel'),
        sent: t('chat.reported'),
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
      {removal.isError && <p role="alert">{t(actionErrorText(removal.error))}</p>}
      <p>{t('chat.deleteText')}</p>
    </Dialog>
  );
};

/** The open overlay and its message. */
type Opened =
  | { readonly kind: 'menu' | 'emoji'; readonly message: Message; readonly anchor: HTMLElement }
  | { readonly kind: 'user'; readonly user: ChatUser; readonly anchor: HTMLElement }
  | { readonly kind: 'delete' | 'report' | 'forward' | 'details'; readonly message: Message }
  | { readonly kind: 'block'; readonly user: ChatUser }
  | {
      readonly kind: 'picture';
      readonly images: readonly ShownAttachment[];
      readonly first: ShownAttachment;
    };

type Given = Omit<
  ChannelViewActions,
  'onMenu' | 'onReact' | 'onSave' | 'onOpenImage' | 'onOpenUser'
>;

/** Menus, pickers and dialogs of the messages inside. */
export const MessageActionsLayer = ({ children, ...given }: Given & { children: ReactNode }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);

  const tellFailure = (error: unknown): void => {
    showToast(t(actionErrorText(error)), 'error');
  };
  const react = (message: Message, emoji: string, isGiven: boolean): void => {
    setReaction(message.id, emoji, isGiven).catch(tellFailure);
  };

  const block = (user: ChatUser, isBlocked: boolean): void => {
    if (isBlocked) setOpened({ kind: 'block', user });
    else setBlocked(queries, user, false).catch(tellFailure);
  };

  const actions: ChannelViewActions = {
    ...given,
    onReact: react,
    onSave: (message, isSaved) =>
      void setSaved(queries, message.id, isSaved ? 'saved' : 'removed').catch(tellFailure),
    onMenu: (message, anchor) => setOpened({ kind: 'menu', message, anchor }),
    onOpenUser: (user, anchor) => setOpened({ kind: 'user', user, anchor }),
    onOpenImage: (message, first) =>
      setOpened({
        kind: 'picture',
        first,
        images: message.attachments.filter((one) => one.fileUrl !== null && isImage(one)),
      }),
  };

  return (
    <ChannelViewProvider value={actions}>
      {children}
      {opened?.kind === 'menu' && (
        <MessageMenu
          message={opened.message}
          anchor={opened.anchor}
          onClose={close}
          onMoreEmoji={() => setOpened({ ...opened, kind: 'emoji' })}
          onCopy={(text) =>
            void copyText(text, {
              copied: t('chat.copied'),
              notCopied: t('chat.notCopied', { text }),
            })
          }
          onForward={() => setOpened({ kind: 'forward', message: opened.message })}
          onDetails={() => setOpened({ kind: 'details', message: opened.message })}
          onMarkUnread={() => void markUnread(opened.message).catch(tellFailure)}
          onPin={(pinned) => void setPinned(opened.message, pinned).catch(tellFailure)}
          onDelete={() => setOpened({ kind: 'delete', message: opened.message })}
          onReport={() => setOpened({ kind: 'report', message: opened.message })}
          onBlock={(isBlocked) => block(opened.message.sender, isBlocked)}
        />
      )}
      {opened?.kind === 'emoji' && (
        <EmojiPicker
          anchor={opened.anchor}
          onClose={close}
          onPick={(emoji) => {
            close();
            react(opened.message, emoji, true);
          }}
        />
      )}
      {opened?.kind === 'user' && (
        <Eventually>
          <UserCard
            user={opened.user}
            anchor={opened.anchor}
            isOwn={opened.user.id === given.userId}
            isBlocked={given.blocked.has(opened.user.id)}
            onBlock={(isBlocked) => block(opened.user, isBlocked)}
            onClose={close}
          />
        </Eventually>
      )}
      {opened?.kind === 'forward' && (
        <Eventually>
          <ForwardDialog message={opened.message} userId={given.userId} onClose={close} />
        </Eventually>
      )}
      {opened?.kind === 'details' && (
        <Eventually>
          <MessageDetails message={opened.message} onClose={close} />
        </Eventually>
      )}
      {opened?.kind === 'delete' && <DeleteDialog message={opened.message} onClose={close} />}
      {opened?.kind === 'report' && <ReportDialog message={opened.message} onClose={close} />}
      {opened?.kind === 'block' && (
        <Eventually>
          <BlockDialog user={opened.user} onClose={close} />
        </Eventually>
      )}
      {opened?.kind === 'picture' && (
        <ImageViewer images={opened.images} first={opened.first} onClose={close} />
      )}
    </ChannelViewProvider>
  );
};
