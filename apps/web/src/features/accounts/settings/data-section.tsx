import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#core/api/error-text.ts';
import { findFaults } from '#core/forms/field-faults.ts';
import { useLanguage } from '#core/language/language.ts';
import { saveFile } from '#shared/save-file.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { downloadAccount, removeAccount } from './calls.ts';
import { CredentialForm } from './credential-form.tsx';
import { Section } from '#shared/ui/section.tsx';
import styles from './settings.module.css';

const EXPORT_FILE = 'izgodno-account.json';
const deleteFields = ['currentPassword'] as const;

export const DataSection = () => {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  const download = useMutation({
    mutationFn: downloadAccount,
    onSuccess: (text) => saveFile(text, EXPORT_FILE, 'application/json'),
    onError: (failure) => void showToast(t(errorText(failure)), 'error'),
  });
  return (
    <>
      <Section title={t('settings.data')} text={t('settings.exportText')}>
        <Button className={styles['submit']} onClick={() => download.mutate()}>
          {t('settings.export')}
        </Button>
      </Section>
      <Section title={t('settings.delete')} text={t('settings.deleteText')}>
        <Button tone="danger" className={styles['submit']} onClick={() => setAsking(true)}>
          {t('settings.delete')}
        </Button>
      </Section>
      {asking && (
        <Dialog
          open
          title={t('settings.deleteTitle')}
          onClose={() => setAsking(false)}
          actions={<Button onClick={() => setAsking(false)}>{t('settings.cancel')}</Button>}
        >
          <p>{t('settings.deleteText')}</p>
          <CredentialForm
            fields={deleteFields}
            check={(values) => findFaults(deleteAccount.body, values)}
            send={async (values) => {
              await removeAccount(values);
              showToast(t('settings.accountDeleted'));
            }}
            submit={t('settings.deleteConfirm')}
            tone="danger"
          />
        </Dialog>
      )}
    </>
  );
};
