import { useState } from 'react';
import { showFailure } from '#core/failure-text.tsx';
import { useLanguage } from '#core/language/language.ts';

/** Runs the user's actions one at a time; shows failures. */
export const useAction = () => {
  const { t } = useLanguage();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>, onDone?: () => void): void => {
    if (busy) return;
    setBusy(true);
    void work()
      .then(onDone)
      .catch((failure: unknown) => showFailure(failure, t))
      .finally(() => setBusy(false));
  };
  return { busy, run };
};
