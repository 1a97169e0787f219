import { useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Section } from '#shared/ui/section.tsx';
import { showToast } from '#shared/ui/toast.ts';
import styles from './styleguide-page.module.css';

const toasts = ['info', 'success', 'error'] as const;

/** Overlays: a dialog, and toasts. */
export const Overlays = () => {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Section title={t('styleguide.overlays')}>
      <div className={styles['row']}>
        <Button onClick={() => setOpen(true)}>{t('styleguide.openDialog')}</Button>
        {toasts.map((tone) => (
          <Button
            key={tone}
            // Stays open for inspection.
            onClick={() => showToast(t(`styleguide.toast.${tone}`), tone, Infinity)}
          >
            {t(`styleguide.toast.${tone}`)}
          </Button>
        ))}
      </div>
      <Dialog
        open={open}
        title={t('styleguide.dialog')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('styleguide.tone.secondary')}</Button>
            <Button tone="primary" onClick={close}>
              {t('styleguide.tone.primary')}
            </Button>
          </>
        }
      >
        {t('styleguide.hint')}
      </Dialog>
    </Section>
  );
};
