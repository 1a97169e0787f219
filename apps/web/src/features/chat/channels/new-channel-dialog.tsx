import { CHANNEL_NAME_LENGTH, MAX_TOPIC_LENGTH } from '@izgodno/contract/chat/limits';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { createChannel } from './channel-actions.ts';
import styles from './dialogs.module.css';

export interface ChannelDialogProps {
  /** Opens a channel. */
  readonly onOpen: (channelId: string) => void;
  readonly onClose: () => void;
}

const KINDS = ['public', 'private'] as const;

/** A dialog that creates a channel. */
export const NewChannelDialog = ({ onOpen, onClose }: ChannelDialogProps) => {
  const { t } = useLanguage();
  const kinds = useId();
  const [name, setName] = useState('');
  const [topic, setTopic] = useState('');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('public');
  const creation = useMutation({ mutationFn: () => createChannel(name, kind, topic) });
  return (
    <FormDialog
      title={t('chat.newChannel')}
      className={styles['form']}
      cancelText={t('chat.cancel')}
      submitText={t('chat.create')}
      disabled={name.trim() === '' || creation.isPending}
      // The channel opens only if the dialog has not been closed meanwhile.
      onSubmit={() => creation.mutate(undefined, { onSuccess: onOpen })}
      onClose={onClose}
    >
      <TextField
        label={t('chat.channelName')}
        value={name}
        maxLength={CHANNEL_NAME_LENGTH.maximum}
        error={creation.isError ? t(actionErrorText(creation.error)) : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('chat.channelTopic')}
        value={topic}
        maxLength={MAX_TOPIC_LENGTH}
        onChange={({ target }) => setTopic(target.value)}
      />
      <fieldset className={styles['choices']}>
        <legend>{t('chat.channelKind')}</legend>
        {KINDS.map((one) => (
          <label key={one}>
            <input type="radio" name={kinds} checked={one === kind} onChange={() => setKind(one)} />
            {t(`chat.channelKind.${one}`)}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
};
