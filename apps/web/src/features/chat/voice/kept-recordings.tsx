import { barsOf } from '@izgodno/contract/uploads/waveform';
import { useEffect, useState } from 'react';
import { note } from '#core/log.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { discardKept, onRecordingsChange, sendKept, unsentRecordings } from './own-recordings.ts';
import type { KeptRecording } from './recording-keep.ts';
import { SoundBar } from './sound-bar.tsx';
import styles from './voice.module.css';

interface Offer {
  readonly kept: KeptRecording;
  /** URL of its sound. */
  readonly url: string;
}

/** The unsent recordings of a channel, read again whenever they may have changed. */
const useOffers = (channelId: string) => {
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  useEffect(() => {
    const urls: string[] = [];
    let current = true;
    const read = async (): Promise<void> => {
      const kept = await unsentRecordings(channelId);
      if (!current) return;
      const made = kept.map((each) => ({ kept: each, url: URL.createObjectURL(each.sound) }));
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
    drop: (id: string): void => setOffers((held) => held.filter(({ kept }) => kept.id !== id)),
  };
};

const KeptRow = ({ offer, onGone }: { offer: Offer; onGone: () => void }) => {
  const { kept, url } = offer;
  const { t } = useLanguage();
  const [busy, setBusy] = useState(false);

  const run = (work: Promise<void>): void => {
    setBusy(true);
    work.then(onGone).catch((failure: unknown) => {
      setBusy(false);
      showToast(t(actionErrorText(failure)), 'error');
    });
  };

  return (
    <li className={styles['kept']}>
      <p>{t('voice.unsent')}</p>
      <SoundBar url={url} durationMs={kept.durationMs} levels={barsOf(kept.levels)} />
      <div className={styles['keptActions']}>
        <Button tone="quiet" disabled={busy} onClick={() => run(discardKept(kept))}>
          {t('voice.discard')}
        </Button>
        <Button disabled={busy} onClick={() => run(sendKept(kept))}>
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
        <KeptRow key={offer.kept.id} offer={offer} onGone={() => drop(offer.kept.id)} />
      ))}
    </ul>
  );
};

/** Unsent voice messages of a channel, left by a page that was closed or failed. */
export const KeptRecordings = ({ channelId }: { channelId: string }) => (
  <Offers key={channelId} channelId={channelId} />
);
