import { notificationLevels, type OwnChannel } from '@izgodno/contract/chat/channel';
import { CHANNEL_NAME_LENGTH, MAX_TOPIC_LENGTH } from '@izgodno/contract/chat/limits';
import { useState } from 'react';
import { dateFormat } from '#core/format/date-format.ts';
import { BlockButton } from '#core/blocks/lazy-blocks.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { CheckField } from '#shared/ui/check-field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { directPeer } from '../channel-name.ts';
import { changeChannel, leaveChannel, setNotifications } from './channel-calls.ts';
import { Choice, Confirm, useAction } from './controls.tsx';
import { Hooks } from './hooks.tsx';
import styles from './info.module.css';
import type { ChannelRights } from './rights.ts';

/** The intervals that slow mode offers, in seconds. */
const slowModes = [0, 5, 10, 30, 60, 300, 3_600] as const;

interface AboutProps {
  readonly channel: OwnChannel;
  readonly rights: ChannelRights;
  readonly userId: string;
  readonly onClose: () => void;
}

const NameAndTopic = ({ channel, onDone }: { channel: OwnChannel; onDone: () => void }) => {
  const { t } = useLanguage();
  const { busy, run } = useAction();
  const [name, setName] = useState(channel.name);
  const [topic, setTopic] = useState(channel.topic);
  return (
    <form
      data-asks
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run(() => changeChannel(channel, { name, topic }), onDone);
      }}
    >
      <TextField
        label={t('channelInfo.name')}
        value={name}
        required
        maxLength={CHANNEL_NAME_LENGTH.maximum}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('channelInfo.topic')}
        hint={t('channelInfo.topicHint')}
        value={topic}
        maxLength={MAX_TOPIC_LENGTH}
        onChange={(event) => setTopic(event.target.value)}
      />
      <div className={styles['row']}>
        <Button onClick={onDone}>{t('channelModeration.cancel')}</Button>
        <Button type="submit" tone="primary" disabled={busy || name.trim() === ''}>
          {t('channelInfo.save')}
        </Button>
      </div>
    </form>
  );
};

const SlowMode = ({ channel }: { channel: OwnChannel }) => {
  const { t } = useLanguage();
  const { busy, run } = useAction();
  const { slowModeSeconds: now } = channel;
  const options: readonly number[] = slowModes.some((seconds) => seconds === now)
    ? slowModes
    : [...slowModes, now];
  return (
    <label className={styles['select']}>
      <span className={styles['legend']}>{t('channelInfo.slowMode')}</span>
      <select
        value={now}
        aria-disabled={busy}
        onChange={(event) =>
          run(() => changeChannel(channel, { slowModeSeconds: Number(event.target.value) }))
        }
      >
        {options.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds === 0
              ? t('channelInfo.slowModeOff')
              : t('channelInfo.slowModeSeconds', { seconds })}
          </option>
        ))}
      </select>
      <small>{t('channelInfo.slowModeHint')}</small>
    </label>
  );
};

/** Whether senders see who has read their messages. Members learn it, because it is about them. */
const Readers = ({ channel, mayChange }: { channel: OwnChannel; mayChange: boolean }) => {
  const { t } = useLanguage();
  const { run } = useAction();
  const { showsReaders } = channel;
  if (!mayChange)
    return showsReaders && <p className={styles['muted']}>{t('channelInfo.readersShown')}</p>;
  return (
    <div className={styles['form']}>
      <CheckField
        checked={showsReaders}
        onChange={(isOn) => run(() => changeChannel(channel, { showsReaders: isOn }))}
      >
        {t('channelInfo.readersShown')}
      </CheckField>
      <small>{t('channelInfo.readersHint')}</small>
    </div>
  );
};

const Archive = ({ channel }: { channel: OwnChannel }) => {
  const { t } = useLanguage();
  const { busy, run } = useAction();
  const [asking, setAsking] = useState(false);
  if (channel.archivedAt !== null) {
    return (
      <Button
        disabled={busy}
        onClick={() => run(() => changeChannel(channel, { archived: false }))}
      >
        {t('channelInfo.unarchive')}
      </Button>
    );
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('channelInfo.archive')}</Button>
      {asking && (
        <Confirm
          title={t('channelInfo.archiveAsk', { name: channel.name })}
          action={t('channelInfo.archive')}
          work={() => changeChannel(channel, { archived: true })}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        >
          <p>{t('channelInfo.archiveText')}</p>
        </Confirm>
      )}
    </>
  );
};

const Leave = ({ channel, userId, onClose }: Omit<AboutProps, 'rights'>) => {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  const { kind } = channel;
  // Comments have no members.
  if (kind === 'deal') return null;
  return (
    <>
      <Button tone="danger" onClick={() => setAsking(true)}>
        {t('channelInfo.leave')}
      </Button>
      {asking && (
        <Confirm
          title={t('channelInfo.leaveAsk')}
          action={t('channelInfo.leave')}
          onClose={() => setAsking(false)}
          work={() => leaveChannel(channel.id, userId)}
          onDone={onClose}
        >
          <p>{t(`channelInfo.leave.${kind}`)}</p>
        </Confirm>
      )}
    </>
  );
};

/** The topic of a channel, the user's notices for it, and the settings for its moderators. */
export const About = ({ channel, rights, userId, onClose }: AboutProps) => {
  const { t, code } = useLanguage();
  const { busy, run } = useAction();
  const [editing, setEditing] = useState(false);
  const { kind, topic, createdAt, archivedAt, membership } = channel;
  const created = dateFormat(code, { dateStyle: 'long' }).format(new Date(createdAt));
  const peer = channel.people.find(({ id }) => id === directPeer(channel, userId));
  return (
    <div className={styles['stack']}>
      {editing ? (
        <NameAndTopic channel={channel} onDone={() => setEditing(false)} />
      ) : (
        <section className={styles['form']}>
          {topic !== '' && <p>{topic}</p>}
          <p className={styles['muted']}>
            {kind !== 'deal' && `${t(`channelInfo.kind.${kind}`)} · `}
            {t('channelInfo.created', { date: created })}
          </p>
          {archivedAt !== null && <p className={styles['warning']}>{t('channelInfo.archived')}</p>}
          {rights.moderate && (
            <Button onClick={() => setEditing(true)}>{t('channelInfo.edit')}</Button>
          )}
        </section>
      )}
      <Choice
        legend={t('channelInfo.notifications')}
        value={membership.notifications}
        disabled={busy}
        options={notificationLevels.map((level) => ({
          value: level,
          text: t(`channelInfo.level.${level}`),
        }))}
        onChoose={(level) => run(() => setNotifications(channel, level))}
      />
      {rights.moderate && <SlowMode channel={channel} />}
      {kind !== 'deal' && <Readers channel={channel} mayChange={rights.moderate} />}
      {rights.moderate && kind !== 'deal' && <Hooks channelId={channel.id} />}
      {peer !== undefined && (
        <Eventually>
          <BlockButton user={peer} />
        </Eventually>
      )}
      {(rights.moderate || rights.leave) && (
        <div className={styles['row']}>
          {rights.moderate && !channel.isDefault && <Archive channel={channel} />}
          {rights.leave && <Leave channel={channel} userId={userId} onClose={onClose} />}
        </div>
      )}
    </div>
  );
};
