import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { useState, useId, type KeyboardEvent, type ReactNode } from 'react';
import {
  channelLogActions,
  type ChannelLogAction,
  type ChannelLogEntry,
} from '@izgodno/contract/chat/moderation-calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { dateFormat } from '#core/format/date-format.ts';
import { useLanguage, type CurrentLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { FailedQuery } from '#core/failed-query.tsx';

import { SidePanel } from '../../messages/side-panel.tsx';
import { channelName } from '../channel-name.ts';
import { About } from './about.tsx';
import { Files } from './files.tsx';
import { Members } from '../../members/members.tsx';
import { rightsIn } from './rights.ts';
import { logQuery } from './channel-calls.ts';
import { MoreOfQuery } from '../../more-of-query.tsx';
import styles from './info.module.css';

const isKnown = (action: string): action is ChannelLogAction =>
  channelLogActions.some((known) => known === action);

const actText = ({ action, details }: ChannelLogEntry, { t, code }: CurrentLanguage): string => {
  if (!isKnown(action)) return action;
  const { role, until } = details;
  if (action === 'channel.appoint')
    return t(role === 'moderator' ? 'channelLog.appointed' : 'channelLog.dismissed');
  if (action === 'channel.mute' && (until ?? '') === '') return t('channelLog.unmuted');
  const text = t(`channelLog.${action}`);
  if (until === undefined || until === '') return text;
  const date = dateFormat(code, { dateStyle: 'short', timeStyle: 'short' });
  return `${text} (${t('channelLog.until', { time: date.format(new Date(until)) })})`;
};

/** The moderation log of the channel, for its moderators. */
const ChannelLog = ({ channelId }: { channelId: string }) => {
  const language = useLanguage();
  const { t, code } = language;
  const query = useInfiniteQuery(logQuery(channelId));
  const { data, error } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const time = dateFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  const nameOf = (user: ChannelLogEntry['actor']): string => user?.name ?? t('chat.deletedAccount');
  return (
    <div className={styles['stack']} aria-busy={data === undefined && error === null}>
      <p className={styles['muted']}>{t('channelLog.text')}</p>
      {error !== null && <FailedQuery query={query} />}
      {data !== undefined && entries.length === 0 && <p>{t('channelLog.empty')}</p>}
      <ul className={styles['list']} aria-label={t('channelInfo.log')}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles['entry']}>
            <span>
              {actText(entry, language)}: <bdi>{nameOf(entry.subject)}</bdi>
            </span>
            {entry.reason !== '' && <q className={styles['said']}>{entry.reason}</q>}
            <small>
              <bdi>{nameOf(entry.actor)}</bdi>
              {' · '}
              <time dateTime={entry.at}>{time.format(new Date(entry.at))}</time>
            </small>
          </li>
        ))}
      </ul>
      <MoreOfQuery query={query} />
    </div>
  );
};

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly text: string }[];
  readonly current: Name;
  readonly onChoose: (name: Name) => void;
  /** The content of the current tab. */
  readonly children: ReactNode;
}

/** Tabs, one of which is shown. Arrow keys move between them. */
const Tabs = <Name extends string>(props: TabsProps<Name>) => {
  const { label, tabs, current, onChoose, children } = props;
  const id = useId();

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === current) + step;
    const next = tabs.at(at % tabs.length);
    if (next === undefined) return;
    onChoose(next.name);
    document.querySelector<HTMLElement>(`[id="${id}-${next.name}"]`)?.focus();
  };

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={styles['tabs']}
        tabIndex={-1}
        onKeyDown={move}
      >
        {tabs.map(({ name, text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            className={styles['tab']}
            onClick={() => onChoose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
};

const tabs = ['about', 'members', 'files', 'log'] as const;
type Tab = (typeof tabs)[number];

export interface ChannelInfoProps {
  readonly channel: OwnChannel;
  readonly onClose: () => void;
  /** Shows the message of a `seq` of this channel. */
  readonly onJump: (seq: number) => void;
}

/** The panel beside a conversation: details, members and files. */
export const ChannelInfo = ({ channel, onClose, onJump }: ChannelInfoProps) => {
  const { t } = useLanguage();
  const user = useUser();
  const [tab, setTab] = useState<Tab>('about');
  if (user === null) return null;
  const rights = rightsIn(channel, user.role);
  const shownTabs = tabs.filter((name) => name !== 'log' || rights.moderate);
  return (
    <SidePanel title={channelName(channel, user.id)} onClose={onClose}>
      <div className={styles['panel']}>
        <Tabs
          label={t('channelInfo.label')}
          tabs={shownTabs.map((name) => ({ name, text: t(`channelInfo.${name}`) }))}
          current={tab}
          onChoose={setTab}
        >
          {tab === 'about' && (
            <About channel={channel} rights={rights} userId={user.id} onClose={onClose} />
          )}
          {tab === 'members' && <Members channel={channel} rights={rights} userId={user.id} />}
          {tab === 'log' && rights.moderate && <ChannelLog channelId={channel.id} />}
          {tab === 'files' && <Files channelId={channel.id} onJump={onJump} />}
        </Tabs>
      </div>
    </SidePanel>
  );
};
