import { useLanguage } from '#core/language/language.ts';
import { siteName } from '#core/page-title.ts';
import { saveFile } from '#shared/save-file.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import styles from './second-factor.module.css';

const FILE = 'izgodno-recovery-codes.txt';

/**
 * Shows the recovery codes, once. Escape does not close the dialog; the user must press a button.
 */
export const CodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const { t } = useLanguage();
  const text = codes.join('\n');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(t('factors.copied'), 'success');
    } catch {
      showToast(t('factors.notCopied'), 'error');
    }
  };
  return (
    <Dialog
      open
      title={t('factors.codes')}
      actions={
        <>
          <Button onClick={() => void copy()}>{t('factors.copy')}</Button>
          <Button onClick={() => saveFile(`${siteName()}\n\n${text}\n`, FILE, 'text/plain')}>
            {t('factors.download')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('factors.codesStored')}
          </Button>
        </>
      }
    >
      <p>{t('factors.codesText')}</p>
      <ul className={styles['codes']} aria-label={t('factors.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code className={styles['code']}>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
