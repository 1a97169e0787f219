import { barsOf } from '@izgodno/contract/uploads/waveform';
import { useEffect, useState } from 'react';
import { note } from '#core/log.ts';
import { useLanguage } from '#core/language/language.ts';
import { showFailure } from '#core/api/error-text.ts';
import { Button } from '#shared/ui/button.tsx';
import {
  discardStored,
  onRecordingsChange,
  sendStored,
  unsentRecordings,
} from './own-recordings.ts';
import type { StoredRecording } from './recording-store.ts';
import { SoundBar } from './sound-bar.tsx';
import styles from './voice.module.css';

interface RecordingOffer {
  readonly stored: StoredRecording;
  /** URL of its sound. */
  readonly url: string;
}

/** The unsent recordings of a channel, read again whenever they may have changed. */
const useOffers = (channelId: string) => {
  const [offers, setOffers] = useState<readonly RecordingOffer[]>([]);
  useEffect(() => {
    const urls: string[] = [];
    let current = true;
    const read = async (): Promise<void> => {
      const stored = await unsentRecordings(channelId);
      if (!current) return;
      const made = stored.map((each) => ({ stored: each, url: URL.createObjectURL(each.sound) }));
      urls.push(...made.map(({ url }) => url));
      setOffers(made);
    };
    const tryToRead = (): void =>
      void read().catch((cause: unknown) => note('Kept recordings could not be read', cause));
    tryToRead();
    const stop = onRecordingsChange(tryToRead);
    return () => {
      current = false;
      stop();
      urls.forEach((url) => URL.revokeObjectURL(url));
    };
  }, [channelId]);
  return {
    offers,
    drop: (id: string): void => setOffers((held) => held.filter(({ stored }) => stored.id !== id)),
  };
};

const StoredRow = ({ offer, onRemoved }: { offer: RecordingOffer; onRemoved: () => void }) => {
  const { stored, url } = offer;
  const { t } = useLanguage();
  const [busy, setBusy] = useState(false);

  const run = (work: Promise<void>): void => {
    setBusy(true);
    work.then(onRemoved).catch((failure: unknown) => {
      setBusy(false);
      void showFailure(failure);
    });
  };

  return (
    <li className={styles['kept']}>
      <p>{t('voice.unsent')}</p>
      <SoundBar url={url} durationMs={stored.durationMs} levels={barsOf(stored.levels)} />
      <div className={styles['keptActions']}>
        <Button tone="quiet" disabled={busy} onClick={() => run(discardStored(stored))}>
          {t('voice.discard')}
        </Button>
        <Button disabled={busy} onClick={() => run(sendStored(stored))}>
          {t('voice.send')}
        </Button>
      </div>
    </li>
  );
};

const Offers = ({ channelId }: { channelId: string }) => {
  const { offers, drop } = useOffers(channelId);
  if (offers.length === 0) return null;
  return (
    <ul className={styles['keptList']}>
      {offers.map((offer) => (
        <StoredRow key={offer.stored.id} offer={offer} onRemoved={() => drop(offer.stored.id)} />
      ))}
    </ul>
  );
};

/** Unsent voice messages of a channel, left by a page that was closed or failed. */
export const StoredRecordings = ({ channelId }: { channelId: string }) => (
  <Offers key={channelId} channelId={channelId} />
);
