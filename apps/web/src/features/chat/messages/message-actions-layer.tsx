import type { Message } from '@izgodno/contract/chat/message';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { setBlocked } from '#core/blocks/blocks.ts';
import { BlockDialog } from '#core/blocks/lazy-blocks.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';
import { setPinned, setReaction } from './message-actions.ts';
import { isPicture, type ShownAttachment } from './attachment-view.tsx';
import { ConversationProvider, type ConversationActions } from './conversation-context.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmojiPicker } from '../composer/emoji-picker.tsx';
import { MessageMenu } from './message-menu.tsx';
import { PictureViewer } from './picture-viewer.tsx';
import { ReportDialog } from './report-dialog.tsx';

/** The open overlay and its message. */
type Opened =
  | { readonly kind: 'menu' | 'emoji'; readonly message: Message; readonly anchor: HTMLElement }
  | { readonly kind: 'delete' | 'report' | 'block'; readonly message: Message }
  | {
      readonly kind: 'picture';
      readonly pictures: readonly ShownAttachment[];
      readonly first: ShownAttachment;
    };

type Given = Omit<ConversationActions, 'onMenu' | 'onReact' | 'onOpenPicture'>;

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

  const actions: ConversationActions = {
    ...given,
    onReact: react,
    onMenu: (message, anchor) => setOpened({ kind: 'menu', message, anchor }),
    onOpenPicture: (message, first) =>
      setOpened({
        kind: 'picture',
        first,
        pictures: message.attachments.filter((one) => one.fileUrl !== null && isPicture(one)),
      }),
  };

  return (
    <ConversationProvider value={actions}>
      {children}
      {opened?.kind === 'menu' && (
        <MessageMenu
          message={opened.message}
          anchor={opened.anchor}
          onClose={close}
          onMoreEmoji={() => setOpened({ ...opened, kind: 'emoji' })}
          onPin={(pinned) => void setPinned(opened.message, pinned).catch(tellFailure)}
          onDelete={() => setOpened({ kind: 'delete', message: opened.message })}
          onReport={() => setOpened({ kind: 'report', message: opened.message })}
          onBlock={(isBlocked) =>
            isBlocked
              ? setOpened({ kind: 'block', message: opened.message })
              : void setBlocked(queries, opened.message.sender, false).catch(tellFailure)
          }
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
      {opened?.kind === 'delete' && <DeleteDialog message={opened.message} onClose={close} />}
      {opened?.kind === 'report' && <ReportDialog message={opened.message} onClose={close} />}
      {opened?.kind === 'block' && (
        <Eventually>
          <BlockDialog user={opened.message.sender} onClose={close} />
        </Eventually>
      )}
      {opened?.kind === 'picture' && (
        <PictureViewer pictures={opened.pictures} first={opened.first} onClose={close} />
      )}
    </ConversationProvider>
  );
};
