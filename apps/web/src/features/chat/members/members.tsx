import type { ChatUser, Member, OwnChannel } from '@izgodno/contract/chat/channel';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dateFormat } from '#core/format/date-format.ts';
import { errorText } from '#core/api/error-text.ts';
import { readAgain } from '#core/api/read-again.ts';
import { useLanguage } from '#core/language/language.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { watchPresence } from './presence.ts';
import { PresenceDot } from './presence-dot.tsx';
import { UserMark } from './user-mark.tsx';
import { Popup } from '../popup.tsx';
import { BanDialog, MuteDialog, RemoveDialog, Bans } from './moderation.tsx';
import {
  bansKey,
  invite,
  membersKey,
  membersQuery,
  changeMember,
  pendingKey,
} from '../channels/info/channel-calls.ts';
import styles from '../channels/info/info.module.css';
import { PendingInvitations } from './pending-invitations.tsx';
import { UserPicker } from './user-picker.tsx';
import type { ChannelRights } from '../channels/info/rights.ts';
import { useAction } from '../channels/info/controls.tsx';
import { MoreOfQuery } from '../more-of-query.tsx';

/** Delay after typing until the server is called, in milliseconds. */
const PAUSE_MS = 200;

/** An action of a moderator that needs confirmation. */
type PendingChange = { readonly what: 'mute' | 'ban' | 'remove'; readonly member: Member };

interface MembersProps {
  readonly channel: OwnChannel;
  readonly rights: ChannelRights;
  readonly userId: string;
}

/** Reads the members again after one joined, left or changed. */
const useFreshMembers = (channelId: string): (() => void) => {
  const queries = useQueryClient();
  const refresh = (): void => {
    for (const key of [membersKey, bansKey, pendingKey])
      void readAgain(queries, { queryKey: key(channelId) });
  };
  useEffect(
    () =>
      realtime.listen(({ type, data }) => {
        if (type.startsWith('member.') && 'channelId' in data && data.channelId === channelId) {
          void readAgain(queries, { queryKey: membersKey(channelId) });
        }
      }),
    [channelId, queries],
  );
  return refresh;
};

interface MenuProps {
  readonly channelId: string;
  readonly member: Member;
  readonly rights: ChannelRights;
  readonly anchor: HTMLElement;
  readonly onAsk: (what: PendingChange['what']) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const MemberMenu = (props: MenuProps) => {
  const { channelId, member, rights, anchor, onAsk, onChanged, onClose } = props;
  const { t } = useLanguage();
  const { run } = useAction();
  const now = useNow();
  const { id, name } = member.user;
  const isMuted = member.mutedUntil !== null && Date.parse(member.mutedUntil) > now;
  const item = (text: string, choose: () => void) => (
    <button
      type="button"
      role="menuitem"
      className={styles['item']}
      onClick={() => {
        onClose();
        choose();
      }}
    >
      {text}
    </button>
  );
  return (
    <Popup anchor={anchor} kind="menu" label={t('members.menu', { name })} onClose={onClose}>
      {rights.appoint &&
        item(
          t(member.role === 'member' ? 'channelModeration.appoint' : 'channelModeration.dismiss'),
          () =>
            run(
              () =>
                changeMember(channelId, id, {
                  role: member.role === 'member' ? 'moderator' : 'member',
                }),
              onChanged,
            ),
        )}
      {isMuted
        ? item(t('channelModeration.unmute'), () =>
            run(() => changeMember(channelId, id, { mutedUntil: null }), onChanged),
          )
        : item(t('channelModeration.mute'), () => onAsk('mute'))}
      {item(t('channelModeration.remove'), () => onAsk('remove'))}
      {item(t('channelModeration.ban'), () => onAsk('ban'))}
    </Popup>
  );
};

interface RowProps {
  readonly channelId: string;
  readonly member: Member;
  readonly rights: ChannelRights;
  readonly isOwn: boolean;
  readonly onAsk: (asked: PendingChange) => void;
  readonly onChanged: () => void;
}

const MemberRow = ({ channelId, member, rights, isOwn, onAsk, onChanged }: RowProps) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { user, role, mutedUntil } = member;
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > now;
  return (
    <li className={styles['person']}>
      <UserMark id={user.id} name={user.name} />
      <PresenceDot userId={user.id} />
      <span className={styles['grow']}>
        <bdi>{user.name}</bdi>{' '}
        {isOwn && <span className={styles['muted']}>{t('members.you')}</span>}
        {isMuted && (
          <small>
            {t('members.mutedUntil', {
              time: dateFormat(code, {
                dateStyle: 'short',
                timeStyle: 'short',
              }).format(new Date(mutedUntil)),
            })}
          </small>
        )}
      </span>
      {role !== 'member' && <span className={styles['badge']}>{t(`members.role.${role}`)}</span>}
      {!isOwn && rights.moderateMember(role) && (
        <IconButton
          label={t('members.menu', { name: user.name })}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="chevronDown" />
        </IconButton>
      )}
      {anchor !== null && (
        <MemberMenu
          channelId={channelId}
          member={member}
          rights={rights}
          anchor={anchor}
          onAsk={(what) => onAsk({ what, member })}
          onChanged={onChanged}
          onClose={() => setAnchor(null)}
        />
      )}
    </li>
  );
};

const dialogs = { mute: MuteDialog, ban: BanDialog, remove: RemoveDialog } as const;

/** The members of a channel, with the moderators' actions. */
export const Members = ({ channel, rights, userId }: MembersProps) => {
  const { t } = useLanguage();
  const { run } = useAction();
  const refresh = useFreshMembers(channel.id);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<PendingChange | null>(null);
  const search = useDebounced(text.trim(), PAUSE_MS);
  const query = useInfiniteQuery(membersQuery(channel.id, search));
  const { data, error } = query;
  const members = data?.pages.flatMap((page) => page.members) ?? [];

  const shownIds = members.map(({ user }) => user.id).join(' ');
  useEffect(() => (shownIds === '' ? undefined : watchPresence(shownIds.split(' '))), [shownIds]);

  const ask = ({ id, name }: ChatUser): void =>
    run(async () => {
      const outcome = await invite(channel.id, id);
      refresh();
      showToast(t(`members.outcome.${outcome}`, { name }), 'success');
    });
  const list = useRef<HTMLUListElement>(null);
  const DialogOf = asked === null ? null : dialogs[asked.what];
  return (
    <div className={styles['stack']}>
      {rights.invite && <UserPicker label={t('members.add')} onPick={ask} />}
      {rights.invite && <PendingInvitations channelId={channel.id} userId={userId} />}
      <TextField
        label={t('members.search')}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error !== null && <p role="alert">{t(errorText(error))}</p>}
      <ul ref={list} tabIndex={-1} aria-label={t('channelInfo.members')} className={styles['list']}>
        {members.map((member) => (
          <MemberRow
            key={member.user.id}
            channelId={channel.id}
            member={member}
            rights={rights}
            isOwn={member.user.id === userId}
            onAsk={setAsked}
            onChanged={refresh}
          />
        ))}
      </ul>
      {data !== undefined && members.length === 0 && (
        <p className={styles['muted']}>{t('members.nobody')}</p>
      )}
      <MoreOfQuery query={query} />
      {rights.moderate && <Bans channelId={channel.id} onChanged={refresh} />}
      {asked !== null && DialogOf !== null && (
        <DialogOf
          channelId={channel.id}
          member={asked.member}
          onClose={() => setAsked(null)}
          onDone={() => {
            // The dialog is closed before the list takes the focus: elements below it cannot have it.
            flushSync(() => setAsked(null));
            refresh();
            // The row of the action may no longer exist.
            list.current?.focus();
          }}
        />
      )}
    </div>
  );
};
