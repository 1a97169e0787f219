import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { SidePanel } from '../../messages/side-panel.tsx';
import { channelName } from '../channel-name.ts';
import { About } from './about.tsx';
import { ChannelLog } from './channel-log.tsx';
import { Files } from './files.tsx';
import styles from './info.module.css';
import { Members } from '../../members/members.tsx';
import { rightsIn } from './rights.ts';
import { Tabs } from './tabs.tsx';

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
