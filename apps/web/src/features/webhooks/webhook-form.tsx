import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@izgodno/contract/common/client';
import {
  MAX_WEBHOOK_URL_LENGTH,
  webhookEvents,
  type WebhookEvent,
} from '@izgodno/contract/webhooks/calls';
import { errorText } from '#core/api/error-text.ts';

import { useLanguage } from '#core/language/language.ts';
import { CheckField } from '#shared/ui/check-field.tsx';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { SecretDialog } from '#shared/ui/secret-dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { makeWebhook } from './calls.ts';
import styles from './webhooks.module.css';

interface WebhookFormProps {
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

/** Asks for the URL and the events of a new webhook. */
export const WebhookForm = ({ onMade, onClose }: WebhookFormProps) => {
  const { t } = useLanguage();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const make = useMutation({ mutationFn: makeWebhook, onSuccess: onMade });
  const isUrlWrong = make.error instanceof ApiError && make.error.fields['url'] !== undefined;
  return (
    <FormDialog
      title={t('webhooks.make')}
      className={styles['form']}
      cancelText={t('webhooks.cancel')}
      submitText={t('webhooks.makeSubmit')}
      disabled={url.trim() === '' || events.length === 0 || make.isPending}
      onSubmit={() => make.mutate({ url: url.trim(), events: [...events] })}
      onClose={onClose}
    >
      {make.error !== null && !isUrlWrong && (
        <p role="alert" className={styles['failure']}>
          {t(errorText(make.error))}
        </p>
      )}
      <TextField
        type="url"
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        error={isUrlWrong ? t('webhooks.urlError') : undefined}
        value={url}
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        autoComplete="off"
        required
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset className={styles['choices']}>
        <legend>{t('webhooks.events')}</legend>
        {webhookEvents.map((event) => (
          <CheckField
            key={event}
            checked={events.includes(event)}
            onChange={(isChosen) =>
              setEvents(
                webhookEvents.filter((one) => (one === event ? isChosen : events.includes(one))),
              )
            }
          >
            {t(`webhooks.event.${event}`)}
          </CheckField>
        ))}
      </fieldset>
    </FormDialog>
  );
};

/** Shows the secret of a new webhook, once. */
export const NewSecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useLanguage();
  const texts = {
    title: t('webhooks.secret'),
    text: t('webhooks.secretText'),
    copy: t('webhooks.copy'),
    copied: t('webhooks.copied'),
    notCopied: t('webhooks.notCopied'),
    stored: t('webhooks.stored'),
  };
  return <SecretDialog secret={secret} texts={texts} onClose={onClose} />;
};
