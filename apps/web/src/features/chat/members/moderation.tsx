import type { Member } from '@izgodno/contract/chat/channel';
import { MAX_CHAT_REASON_LENGTH } from '@izgodno/contract/chat/moderation-calls';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@izgodno/contract/common/durations';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { dateFormat } from '#core/format/date-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { Button } from '#shared/ui/button.tsx';
import { ban, changeMember, removeUser, bansQuery, unban } from '../channels/info/channel-calls.ts';
import { Choice, Confirm, useAction } from '../channels/info/controls.tsx';
import { UserMark } from './user-mark.tsx';
import styles from '../channels/info/info.module.css';

interface BansProps {
  readonly channelId: string;
  readonly onChanged: () => void;
}

/** The banned users, with reason and duration. */
export const Bans = ({ channelId, onChanged }: BansProps) => {
  const { t, code } = useLanguage();
  const { busy, run } = useAction();
  const { data: bans = [] } = useQuery(bansQuery(channelId));
  if (bans.length === 0) return null;
  const date = dateFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className={styles['form']}>
      <h3 className={styles['legend']}>{t('channelModeration.banned')}</h3>
      <ul className={styles['list']}>
        {bans.map(({ user, reason, until }) => (
          <li key={user.id} className={styles['person']}>
            <UserMark id={user.id} name={user.name} />
            <span className={styles['grow']}>
              <bdi>{user.name}</bdi>
              <small>
                {until === null
                  ? t('channelModeration.span.forever')
                  : t('channelModeration.until', { time: date.format(new Date(until)) })}
                {reason !== '' && ` · ${reason}`}
              </small>
            </span>
            <Button
              disabled={busy}
              aria-label={t('channelModeration.unbanName', { name: user.name })}
              onClick={() => run(() => unban(channelId, user.id), onChanged)}
            >
              {t('channelModeration.unban')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Durations of a mute or ban, in milliseconds; a ban may also be permanent. */
const spans = {
  minutes10: 10 * MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  days30: 30 * DAY_MS,
} as const;
type Span = keyof typeof spans;

const muteSpans: readonly Span[] = ['minutes10', 'hour', 'day', 'week'];
const banSpans: readonly (Span | 'forever')[] = ['day', 'week', 'days30', 'forever'];

const endOf = (span: Span): string => new Date(Date.now() + spans[span]).toISOString();

interface MemberDialogProps {
  readonly channelId: string;
  readonly member: Pick<Member, 'user'>;
  /** Called after success. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const MuteDialog = ({ channelId, member, onDone, onClose }: MemberDialogProps) => {
  const { t } = useLanguage();
  const [span, setSpan] = useState<Span>('hour');
  const { id, name } = member.user;
  return (
    <Confirm
      title={t('channelModeration.muteAsk', { name })}
      action={t('channelModeration.mute')}
      onClose={onClose}
      work={() => changeMember(channelId, id, { mutedUntil: endOf(span) })}
      onDone={onDone}
    >
      <p>{t('channelModeration.muteText')}</p>
      <Choice
        legend={t('channelModeration.howLong')}
        value={span}
        options={muteSpans.map((value) => ({ value, text: t(`channelModeration.span.${value}`) }))}
        onChoose={setSpan}
      />
    </Confirm>
  );
};

export const BanDialog = ({ channelId, member, onDone, onClose }: MemberDialogProps) => {
  const { t } = useLanguage();
  const [span, setSpan] = useState<Span | 'forever'>('week');
  const [reason, setReason] = useState('');
  const { id, name } = member.user;
  return (
    <Confirm
      title={t('channelModeration.banAsk', { name })}
      action={t('channelModeration.ban')}
      onClose={onClose}
      work={() => ban(channelId, id, reason, span === 'forever' ? null : endOf(span))}
      onDone={onDone}
    >
      <p>{t('channelModeration.banText')}</p>
      <Choice
        legend={t('channelModeration.howLong')}
        value={span}
        options={banSpans.map((value) => ({ value, text: t(`channelModeration.span.${value}`) }))}
        onChoose={setSpan}
      />
      <TextField
        label={t('channelModeration.reason')}
        hint={t('channelModeration.reasonHint')}
        value={reason}
        maxLength={MAX_CHAT_REASON_LENGTH}
        onChange={(event) => setReason(event.target.value)}
      />
    </Confirm>
  );
};

export const RemoveDialog = ({ channelId, member, onDone, onClose }: MemberDialogProps) => {
  const { t } = useLanguage();
  const { id, name } = member.user;
  return (
    <Confirm
      title={t('channelModeration.removeAsk', { name })}
      action={t('channelModeration.remove')}
      onClose={onClose}
      work={() => removeUser(channelId, id)}
      onDone={onDone}
    >
      <p>{t('channelModeration.removeText')}</p>
    </Confirm>
  );
};
