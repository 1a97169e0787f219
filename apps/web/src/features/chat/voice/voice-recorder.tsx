import { MAX_VOICE_MS } from '@izgodno/contract/chat/limits';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { liftOverlays } from '#shared/publish-covered-height.ts';
import { beginRecording, presentRecording } from './own-recordings.ts';
import { clockText } from './playback.ts';
import { levelsOf, measuredLength, type Recording } from './recording.ts';
import type { VoiceRecording } from './voice-recording.ts';
import styles from './voice.module.css';
import { WaveformBars } from './waveform-bars.tsx';

/** Measurements in the live waveform: the last three seconds. */
const SHOWN_LEVELS = 60;

export interface VoiceRecorderProps {
  readonly channelId: string;
  /** Id of the message it replies to. */
  readonly replyTo: string | null;
  /** Called when the recording is sent, discarded or impossible. */
  readonly onClose: () => void;
}

/** Why a recording has ended that the user did not end, or that could not be sent. */
const endText = (recording: Extract<Recording, { status: 'recorded' }>): TextKey => {
  if (recording.isUnsent === true) return 'voice.notSent';
  return recording.durationMs >= MAX_VOICE_MS ? 'voice.longest' : 'voice.interrupted';
};

const canPause = (status: Recording['status']): boolean =>
  status === 'recording' || status === 'paused';

const Bar = ({ recording, onClose }: { recording: VoiceRecording; onClose: () => void }) => {
  const { t } = useLanguage();
  const state = useStore(recording.state);
  const { status } = state;
  const sendButton = useRef<HTMLButtonElement>(null);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (status === 'sent' || status === 'cancelled') close();
    // The start button no longer exists, so the send button takes the focus.
    if (status === 'recording') sendButton.current?.focus();
  }, [status]);

  if (status === 'failed') {
    return (
      <div ref={liftOverlays} className={styles['recorder']}>
        <p role="alert" className={styles['says']}>
          {t(`voice.error.${state.error}`)}
        </p>
        <Button tone="quiet" onClick={onClose}>
          {t('voice.close')}
        </Button>
      </div>
    );
  }
  const levels = levelsOf(state).slice(-SHOWN_LEVELS);
  const shown = [...Array.from({ length: SHOWN_LEVELS - levels.length }, () => 0), ...levels];
  return (
    <fieldset
      ref={liftOverlays}
      className={styles['recorder']}
      aria-label={t('voice.recorder')}
      data-status={status}
    >
      <IconButton label={t('voice.discard')} onClick={() => recording.cancel()}>
        <Icon name="close" />
      </IconButton>
      <span className={styles['lamp']} aria-hidden="true" />
      <span className={styles['time']} role="timer" aria-label={t('voice.length')}>
        {clockText(measuredLength(state))}
      </span>
      <div className={styles['track']}>
        <WaveformBars levels={shown} />
      </div>
      <output className={styles['status']}>{t(`voice.status.${status}`)}</output>
      {status === 'recorded' && (
        <span role="alert" className={styles['says']}>
          {t(endText(state))}
        </span>
      )}
      {canPause(status) && (
        <IconButton
          label={t(status === 'paused' ? 'voice.goOn' : 'voice.pauseRecording')}
          onClick={() => recording.dispatch(status === 'paused' ? 'resume' : 'pause')}
        >
          <MediaIcon name={status === 'paused' ? 'microphone' : 'pause'} />
        </IconButton>
      )}
      <Button
        ref={sendButton}
        tone="primary"
        disabled={!canPause(status) && status !== 'recorded'}
        onClick={() => recording.dispatch('send')}
      >
        {t('voice.send')}
      </Button>
    </fieldset>
  );
};

/**
 * Records a voice message from the moment it is mounted. An unsent recording is offered again
 * later.
 */
export const VoiceRecorder = ({ channelId, replyTo, onClose }: VoiceRecorderProps) => {
  const recording = useStore(presentRecording);
  // The reply is fixed when the recording starts.
  const responses = useRef(replyTo);
  useEffect(() => beginRecording(channelId, responses.current), [channelId]);
  return recording === null ? null : (
    <Bar key={recording.id} recording={recording} onClose={onClose} />
  );
};
