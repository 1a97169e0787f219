import type { Message } from '@izgodno/contract/chat/message';
import { reportMessage, reportReasons } from '@izgodno/contract/chat/moderation-calls';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { ReportForm } from '#features/moderation/api.ts';

/** The contract's maximum length of the note. */
const MAX_NOTE_LENGTH = 500;

/** Reports a message to the moderators. */
export const ReportDialog = ({ message, onClose }: { message: Message; onClose: () => void }) => {
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
