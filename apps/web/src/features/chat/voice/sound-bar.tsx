import { useEffect, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { numberText } from '#core/format/number-format.ts';
import { useStore } from '#shared/store.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { clockText, nextSpeed } from './playback.ts';
import { chosenSpeed, Sound } from './sound.ts';
import styles from './voice.module.css';
import { WaveformBars } from './waveform-bars.tsx';

/** The step of an arrow key, in milliseconds. */
const KEY_STEP_MS = 1_000;
/** Shown for a message without a waveform. */
const flat: readonly number[] = Array.from({ length: 40 }, () => 0);

interface SoundBarProps {
  readonly url: string;
  readonly durationMs: number;
  readonly levels: readonly number[];
}

const Controls = ({ sound, levels }: { sound: Sound; levels: readonly number[] }) => {
  const { t, code } = useLanguage();
  const { status, positionMs, durationMs } = useStore(sound.state);
  const speed = useStore(chosenSpeed);
  const active = status === 'playing' || status === 'loading';
  const shownMs = active || positionMs > 0 ? positionMs : durationMs;
  return (
    <div className={styles['player']}>
      <IconButton
        label={t(active ? 'voice.pause' : 'voice.play')}
        className={styles['round'] ?? ''}
        onClick={() => sound.toggle()}
        aria-busy={status === 'loading'}
      >
        <MediaIcon name={active ? 'pause' : 'play'} />
      </IconButton>
      <div className={styles['track']}>
        <WaveformBars
          levels={levels.length === 0 ? flat : levels}
          played={durationMs === 0 ? 0 : positionMs / durationMs}
        />
        <input
          type="range"
          className={styles['slider']}
          min={0}
          max={Math.max(1, durationMs)}
          step={KEY_STEP_MS / 10}
          value={positionMs}
          aria-label={t('voice.position')}
          aria-valuetext={t('voice.positionOf', {
            position: clockText(positionMs),
            duration: clockText(durationMs),
          })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            event.preventDefault();
            sound.seek(positionMs + (event.key === 'ArrowRight' ? KEY_STEP_MS : -KEY_STEP_MS));
          }}
          onChange={(event) => sound.seek(event.target.valueAsNumber)}
        />
      </div>
      <span className={styles['time']}>{clockText(shownMs)}</span>
      <button
        type="button"
        className={styles['speed']}
        aria-label={t('voice.speed', { speed })}
        onClick={() => chosenSpeed.set(nextSpeed(speed))}
      >
        {numberText(speed, code)}×
      </button>
      {status === 'failed' && (
        <span role="alert" className={styles['fault']}>
          {t('voice.playFailed')}
        </span>
      )}
    </div>
  );
};

const Player = ({ url, durationMs, levels }: SoundBarProps) => {
  const [sound] = useState(() => new Sound(url, durationMs));
  useEffect(() => () => sound.close(), [sound]);
  return <Controls sound={sound} levels={levels} />;
};

/** Plays a recording, with its waveform and a speed. */
export const SoundBar = (props: SoundBarProps) => <Player key={props.url} {...props} />;
