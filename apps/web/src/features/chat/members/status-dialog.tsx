import { MAX_STATUS_LENGTH } from '@izgodno/contract/chat/limits';
import { availabilities, type Availability, type Status } from '@izgodno/contract/chat/presence';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { ownStatusQuery, saveStatus } from './presence.ts';
import { Choice, useAction } from '../channels/info/controls.tsx';
import { chooseSound, noticeSound, playSound, soundNames } from '../alerts/sounds.ts';
import { chooseStoresMessages, storesMessages } from '../offline/offline-setting.ts';
import styles from './status-menu.module.css';

/** Durations of a status, in milliseconds. */
const spans = {
  forever: null,
  minutes30: 30 * MINUTE_MS,
  hour: 60 * MINUTE_MS,
  hours4: 240 * MINUTE_MS,
  day: 1_440 * MINUTE_MS,
} as const;
type Span = keyof typeof spans | 'asIs';
const offeredSpans = ['forever', 'minutes30', 'hour', 'hours4', 'day'] as const;

/** Emoji for a status. */
const statusEmoji = ['', '💬', '🍽️', '🚌', '🏠', '🌴', '🤒', '🎧', '📵'] as const;

const untilOf = (span: Span, status: Status): string | null => {
  if (span === 'asIs') return status.until;
  const length = spans[span];
  return length === null ? null : new Date(Date.now() + length).toISOString();
};

const SystemNotices = () => {
  const { t } = useLanguage();
  const [permission, setPermission] = useState<NotificationPermission | 'unsupported'>(() =>
    typeof Notification === 'undefined' ? 'unsupported' : Notification.permission,
  );
  if (permission !== 'default') {
    return <p className={styles['muted']}>{t(`ownStatus.permission.${permission}`)}</p>;
  }
  return (
    <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
      {t('ownStatus.allowNotices')}
    </Button>
  );
};

const NoticeSettings = () => {
  const { t } = useLanguage();
  const sound = useStore(noticeSound);
  return (
    <fieldset className={styles['part']}>
      <legend className={styles['legend']}>{t('ownStatus.notices')}</legend>
      <label className={styles['select']}>
        {t('ownStatus.sound')}
        <select
          value={sound}
          onChange={(event) => {
            const chosen = soundNames.find((name) => name === event.target.value) ?? 'none';
            chooseSound(chosen);
            void playSound(chosen);
          }}
        >
          {soundNames.map((name) => (
            <option key={name} value={name}>
              {t(`ownStatus.sounds.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <SystemNotices />
    </fieldset>
  );
};

const StoredMessages = () => {
  const { t } = useLanguage();
  const stores = useStore(storesMessages);
  return (
    <fieldset className={styles['part']}>
      <legend className={styles['legend']}>{t('ownStatus.stored')}</legend>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={stores}
          onChange={(event) => chooseStoresMessages(event.target.checked)}
        />
        {t('ownStatus.storeMessages')}
      </label>
      <p className={styles['muted']}>{t('ownStatus.storeMessagesHint')}</p>
    </fieldset>
  );
};

export interface StatusDialogProps {
  readonly userId: string;
  readonly status: Status;
  readonly onClose: () => void;
}

/** The user's status, and how the chat notifies them on this device. */
export const StatusDialog = ({ userId, status, onClose }: StatusDialogProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { busy, run } = useAction();
  const [availability, setAvailability] = useState<Availability>(status.availability);
  const [emoji, setEmoji] = useState(status.emoji);
  const [text, setText] = useState(status.text);
  const [span, setSpan] = useState<Span>(status.until === null ? 'forever' : 'asIs');
  const shownSpans: readonly Span[] =
    status.until === null ? offeredSpans : ['asIs', ...offeredSpans];

  const save = (next: Status): void =>
    run(async () => {
      queries.setQueryData(ownStatusQuery(userId).queryKey, await saveStatus(next));
    }, onClose);

  return (
    <Dialog
      open
      title={t('ownStatus.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('channelModeration.cancel')}</Button>
          <Button
            disabled={busy}
            onClick={() => save({ availability: 'auto', emoji: '', text: '', until: null })}
          >
            {t('ownStatus.clear')}
          </Button>
          <Button
            tone="primary"
            disabled={busy}
            onClick={() => save({ availability, emoji, text, until: untilOf(span, status) })}
          >
            {t('channelInfo.save')}
          </Button>
        </>
      }
    >
      <Choice
        legend={t('ownStatus.availability')}
        value={availability}
        options={availabilities.map((value) => ({
          value,
          text: t(`ownStatus.available.${value}`),
          hint: t(`ownStatus.availableHint.${value}`),
        }))}
        onChoose={setAvailability}
      />
      <fieldset className={styles['part']}>
        <legend className={styles['legend']}>{t('ownStatus.emoji')}</legend>
        <div className={styles['emojis']}>
          {statusEmoji.map((each) => (
            <label key={each} className={styles['emoji']}>
              <input
                type="radio"
                name="status-emoji"
                checked={each === emoji}
                aria-label={each === '' ? t('ownStatus.noEmoji') : each}
                onChange={() => setEmoji(each)}
              />
              <span aria-hidden="true">{each === '' ? '–' : each}</span>
            </label>
          ))}
        </div>
        <TextField
          label={t('ownStatus.text')}
          value={text}
          maxLength={MAX_STATUS_LENGTH}
          onChange={(event) => setText(event.target.value)}
        />
        <label className={styles['select']}>
          {t('ownStatus.until')}
          <select
            value={span}
            onChange={(event) =>
              setSpan(shownSpans.find((each) => each === event.target.value) ?? 'forever')
            }
          >
            {shownSpans.map((each) => (
              <option key={each} value={each}>
                {t(`ownStatus.span.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      <NoticeSettings />
      <StoredMessages />
    </Dialog>
  );
};
