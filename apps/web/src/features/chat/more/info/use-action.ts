import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';

/** Runs what a person asked for, one thing at a time; what fails is told. */
export const useAction = () => {
  const { t } = useLanguage();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>, onDone?: () => void): void => {
    if (busy) return;
    setBusy(true);
    void work()
      .then(onDone)
      .catch((failure: unknown) => showToast(t(actionErrorText(failure)), 'error'))
      .finally(() => setBusy(false));
  };
  return { busy, run };
};
