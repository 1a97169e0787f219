import type { Message } from '@izgodno/contract/chat/message';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './composer.module.css';

interface ComposerSubjectProps {
  readonly editing: Message | null;
  readonly replyTo: Message | null;
  readonly onCancel: () => void;
}

/** Shows above the composer which message is being edited or replied to. */
export const ComposerSubject = ({ editing, replyTo, onCancel }: ComposerSubjectProps) => {
  const { t } = useLanguage();
  if (editing === null && replyTo === null) return null;
  return (
    <div className={styles['about']}>
      <span className={styles['aboutText']}>
        {editing === null && replyTo !== null
          ? t('chat.replyingTo', { name: replyTo.sender.name })
          : t('chat.editing')}
      </span>
      <IconButton label={t('chat.cancel')} onClick={onCancel}>
        <Icon name="close" size={18} />
      </IconButton>
    </div>
  );
};
