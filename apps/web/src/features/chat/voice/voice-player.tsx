import type { Attachment } from '@izgodno/contract/chat/message';
import { apiOrigin } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { SoundBar } from './sound-bar.tsx';
import styles from './voice.module.css';
import { WaveformBars } from './waveform-bars.tsx';
import { clockText } from './playback.ts';

type PlayedAttachment = Pick<Attachment, 'fileUrl' | 'fileName' | 'durationMs' | 'waveform'>;

/** A voice message or other audio. During its upload it shows only the waveform. */
export const VoicePlayer = ({ attachment }: { attachment: PlayedAttachment }) => {
  const { t } = useLanguage();
  const { fileUrl, durationMs = 0, waveform = [], fileName } = attachment;
  return (
    <fieldset className={styles['message']} aria-label={t('voice.message')} title={fileName}>
      {fileUrl === null ? (
        <div className={styles['player']}>
          <div className={styles['track']}>
            <WaveformBars levels={waveform} />
          </div>
          <span className={styles['time']}>{clockText(durationMs)}</span>
        </div>
      ) : (
        <SoundBar
          url={new URL(fileUrl, apiOrigin).href}
          durationMs={durationMs}
          levels={waveform}
        />
      )}
    </fieldset>
  );
};
