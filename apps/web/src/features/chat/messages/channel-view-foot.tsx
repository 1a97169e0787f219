import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { useEffect, useRef, useState } from 'react';
import { BlockButton } from '#core/blocks/lazy-blocks.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { lazyActions } from '#core/lazy-actions.ts';
import { note } from '#core/log.ts';
import { useHasFeature } from '#core/page-features.ts';
import { listText } from '#core/format/list-text.ts';
import { ownTask } from '#shared/browser-events.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { useStore } from '#shared/store.ts';
import { channelName, directPeer } from '../channels/channel-name.ts';
import { Composer, type ComposerProps } from '../composer/composer.tsx';
import { StoredRecordings, VoiceRecorder } from '../slots.ts';
import { hasRecordings } from '../voice/recording-database.ts';
import { momentText } from './time-text.ts';
import { users } from '../chat.ts';
import styles from './channel-view.module.css';

// The composer stays if the recorder cannot be loaded.
const withRecorder = lazyActions(() => VoiceRecorder.preload());

/** The maximum number of names; for more, the line says that several users are typing. */
const NAMED = 3;

interface TypingLineProps {
  readonly channelId: string;
  readonly userId: string;
  readonly blocked: ReadonlySet<string>;
}

/** Shows who is typing. Its line always takes space, so that nothing moves. */
const TypingLine = ({ channelId, userId, blocked }: TypingLineProps) => {
  const { t, code } = useLanguage();
  const typing = useStore(users.state).typing.get(channelId);
  const names = [...(typing ?? [])]
    .filter(([id]) => id !== userId && !blocked.has(id))
    .map(([, name]) => name);
  return (
    <p className={styles['typing']}>
      {names.length > NAMED && t('chat.severalTyping')}
      {names.length > 0 &&
        names.length <= NAMED &&
        t('chat.typing', { names: listText(names, code), count: names.length })}
    </p>
  );
};

/** Whether there may be voice messages that were not sent: an earlier page left some, or this one records. */
const useMayHaveUnsent = (userId: string, isRecording: boolean): boolean => {
  const [mayHave, setMayHave] = useState(false);
  if (isRecording && !mayHave) setMayHave(true);
  useEffect(() => {
    ownTask()
      .then(() => hasRecordings(userId))
      .then((isFound) => isFound && setMayHave(true))
      .catch((cause: unknown) => note('Stored recordings could not be read', cause));
  }, [userId]);
  return mayHave;
};

type ChannelViewFootProps = Omit<ComposerProps, 'channelId' | 'threadId' | 'label'> & {
  readonly userId: string;
  readonly channel: OwnChannel;
  readonly blocked: ReadonlySet<string>;
};

/** The composer and the recorder, or the reason why the user cannot write. */
export const ChannelViewFoot = ({
  channel,
  blocked,
  userId,
  ...composer
}: ChannelViewFootProps) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const [isRecording, setIsRecording] = useState(false);
  /** Whether a recording has just ended, which takes the focus with it. */
  const hasRecorded = useRef(false);
  const mayHaveUnsent = useMayHaveUnsent(userId, isRecording);
  const hasVoice = useHasFeature('voiceMessages');
  const { mutedUntil } = channel.membership;
  if (channel.archivedAt !== null) return <p className={styles['closed']}>{t('chat.archived')}</p>;
  if (mutedUntil !== null && Date.parse(mutedUntil) > now) {
    return (
      <p className={styles['closed']}>
        {t('chat.mutedUntil', { time: momentText(mutedUntil, code) })}
      </p>
    );
  }
  const peer = channel.people.find(({ id }) => id === directPeer(channel, userId));
  if (peer !== undefined && blocked.has(peer.id)) {
    return (
      <div className={styles['closed']}>
        <p>{t('chat.peerBlocked', { name: peer.name })}</p>
        <Eventually>
          <BlockButton user={peer} />
        </Eventually>
      </div>
    );
  }
  return (
    <>
      <TypingLine channelId={channel.id} userId={userId} blocked={blocked} />
      {mayHaveUnsent && (
        <Eventually>
          <StoredRecordings channelId={channel.id} />
        </Eventually>
      )}
      {isRecording ? (
        <Eventually>
          <VoiceRecorder
            channelId={channel.id}
            replyTo={composer.replyTo?.id ?? null}
            onClose={() => {
              hasRecorded.current = true;
              setIsRecording(false);
              composer.onCancel();
            }}
          />
        </Eventually>
      ) : (
        <Composer
          {...composer}
          key={channel.id}
          channelId={channel.id}
          threadId={null}
          label={t('chat.writeTo', { name: channelName(channel, userId) })}
        >
          {hasVoice && composer.editing === null && composer.files.length === 0 && (
            <IconButton
              ref={(button) => {
                if (button === null || !hasRecorded.current) return;
                hasRecorded.current = false;
                if (document.activeElement === document.body) button.focus();
              }}
              label={t('chat.record')}
              onClick={() => void withRecorder(() => setIsRecording(true))}
            >
              <MediaIcon name="microphone" />
            </IconButton>
          )}
        </Composer>
      )}
    </>
  );
};
