import type { Message } from '@izgodno/contract/chat/message';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { lazyActions } from '#core/lazy-actions.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { showFailure } from '#core/api/error-text.ts';
import { announce } from '#shared/announce.ts';
import { setReaction } from './message-actions.ts';
import { isImage } from './shown-attachment.ts';
import { ChannelViewProvider, type ChannelViewActions } from './channel-view-context.ts';
import { setSaved } from '../saved/saved-messages.ts';
import { MessageOverlay } from './lazy-message-overlay.ts';
import type { OpenOverlay } from './message-overlay.tsx';

const withOverlay = lazyActions(() => MessageOverlay.preload());

type Given = Omit<
  ChannelViewActions,
  'onMenu' | 'onReact' | 'onSave' | 'onOpenImage' | 'onOpenUser'
>;

/** Menus, pickers and dialogs of the messages inside. */
export const MessageActionsLayer = ({ children, ...given }: Given & { children: ReactNode }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<OpenOverlay | null>(null);

  const open = (wanted: OpenOverlay): void => void withOverlay(() => setOpened(wanted));
  const react = (message: Message, emoji: string, isGiven: boolean): void => {
    setReaction(message.id, emoji, isGiven)
      // The button of one taken back says so itself.
      .then(() => isGiven && announce(t('chat.reacted', { emoji })))
      .catch(showFailure);
  };

  const actions: ChannelViewActions = {
    ...given,
    onReact: react,
    onSave: (message, isSaved) =>
      void setSaved(queries, message.id, isSaved ? 'saved' : 'removed')
        .then(() => announce(t(isSaved ? 'chat.saved' : 'chat.unsaved')))
        .catch(showFailure),
    onMenu: (message, anchor) => open({ kind: 'menu', message, anchor }),
    onOpenUser: (user, anchor) => open({ kind: 'user', user, anchor }),
    onOpenImage: (message, first) =>
      open({
        kind: 'picture',
        first,
        images: message.attachments.filter((one) => one.fileUrl !== null && isImage(one)),
      }),
  };

  return (
    <ChannelViewProvider value={actions}>
      {children}
      {opened !== null && (
        <Eventually>
          <MessageOverlay opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />
        </Eventually>
      )}
    </ChannelViewProvider>
  );
};
