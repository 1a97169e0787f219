import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type { Message } from '@izgodno/contract/chat/message';
import { useLanguage } from '#core/language/language.ts';
import { ReasonDialog } from './reason-dialog.tsx';

export interface RemovalDialogProps {
  readonly message: Message;
  readonly remove: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks a moderator why another member's message or comment is deleted. */
export const RemovalDialog = ({ message, remove, onClose }: RemovalDialogProps) => {
  const { t } = useLanguage();
  const isComment = dealOfChannel(message.channelId) !== null;
  return (
    <ReasonDialog
      title={t(isComment ? 'moderation.deleteComment' : 'moderation.deleteMessage')}
      subject={message.text === '' ? t('moderation.noText') : message.text}
      hint={t('moderation.messageWhyHint')}
      tone="danger"
      isDecision
      act={remove}
      onClose={onClose}
    />
  );
};
