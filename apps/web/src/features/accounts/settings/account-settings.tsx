import { type ReactNode, useState } from 'react';
import { languages } from '@izgodno/contract/common/language';
import { ApiError } from '@izgodno/contract/common/client';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '@izgodno/contract/accounts/session';
import {
  useLanguage,
  chooseLanguage,
  type TextKey,
  type Translate,
} from '#core/language/language.ts';
import { languageRecords } from '#core/language/language-records.ts';
import { secondaryAmountStore, showSecondaryAmount } from '#core/format/secondary-amount.ts';
import { chooseTheme, themeChoiceStore } from '#core/theme/theme.ts';
import { errorText } from '#core/api/error-text.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { findFieldErrors } from '#core/forms/use-form.ts';
import { countryName } from '#core/format/country-name.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Section } from '#shared/ui/section.tsx';
import { useStore } from '#shared/store.ts';
import { saveFile } from '#shared/save-file.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { SessionPanel, SystemStatus } from '../session-panel.tsx';
import { SecuritySection } from './second-factor/security-section.tsx';
import { EmailSection, PasswordSection } from './sign-in-section.tsx';
import {
  downloadAccount,
  removeAccount,
  devicesQuery,
  signOutDevice,
  signOutEverywhere,
} from './calls.ts';
import { CredentialForm } from './credential-form.tsx';
import styles from './settings.module.css';

const KeysSection = lazyComponent(
  ['accounts.factors', 'accounts.keys', 'accounts.settings', 'accounts.sign-in'],
  async () => (await import('./keys/keys-section.tsx')).KeysSection,
);

const deviceName = (t: Translate, { browser, os }: Session['device']): string =>
  browser !== null && os !== null
    ? t('settings.device', { browser, os })
    : (browser ?? os ?? t('settings.unknownDevice'));

/** The user's sessions, each with a button to end it. */
const DevicesSection = () => {
  const { t, code } = useLanguage();
  const now = useNow();
  const queries = useQueryClient();
  const devices = useQuery(devicesQuery);
  const onError = (failure: Error) => void showToast(t(errorText(failure)), 'error');
  const one = useMutation({
    mutationFn: signOutDevice,
    onSettled: () => queries.invalidateQueries({ queryKey: devicesQuery.queryKey }),
    onError,
  });
  const [asking, setAsking] = useState(false);
  const all = useMutation({
    mutationFn: signOutEverywhere,
    onError: (failure) => {
      setAsking(false);
      onError(failure);
    },
  });
  return (
    <Section title={t('settings.devices')} text={t('settings.devicesText')}>
      {devices.isError && <FailedQuery query={devices} />}
      <ul data-keeps-focus className={styles['devices']}>
        {devices.data?.map(({ id, device, address, country, lastUsedAt, current }) => {
          const name = deviceName(t, device);
          return (
            <li key={id} className={styles['device']}>
              <div>
                <p className={styles['deviceName']}>
                  {name}
                  {current && <span className={styles['here']}>{t('settings.thisDevice')}</span>}
                </p>
                <p className={styles['text']}>
                  {country !== null && `${countryName(country, code)} · `}
                  {address} ·{' '}
                  {t('settings.lastUsed', { when: relativeTime(lastUsedAt, now, code) })}
                </p>
              </div>
              {!current && (
                <Button
                  aria-label={t('settings.signOutDeviceLabel', { device: name })}
                  onClick={() => one.mutate(id)}
                >
                  {t('settings.signOutDevice')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Button className={styles['submit']} onClick={() => setAsking(true)}>
        {t('settings.signOutEverywhere')}
      </Button>
      <Dialog
        open={asking}
        title={t('settings.signOutEverywhereTitle')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button tone="quiet" onClick={() => setAsking(false)}>
              {t('settings.cancel')}
            </Button>
            <Button tone="danger" disabled={all.isPending} onClick={() => all.mutate()}>
              {t('settings.signOutEverywhereConfirm')}
            </Button>
          </>
        }
      >
        <p>{t('settings.signOutEverywhereText')}</p>
      </Dialog>
    </Section>
  );
};

const EXPORT_FILE = 'izgodno-account.json';
const deleteFields = ['currentPassword'] as const;

/** The texts of administrators, which name this error too, are not loaded here. */
const deletionErrorText = (failure: unknown): TextKey =>
  failure instanceof ApiError && failure.code === 'last_administrator'
    ? 'settings.lastAdministrator'
    : errorText(failure);

const DataSection = () => {
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
        <Button
          className={styles['submit']}
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
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
            check={(values) => findFieldErrors(deleteAccount.body, values)}
            send={async (values) => {
              await removeAccount(values);
              showToast(t('settings.accountDeleted'));
            }}
            submit={t('settings.deleteConfirm')}
            failureText={deletionErrorText}
            tone="danger"
          />
        </Dialog>
      )}
    </>
  );
};

const themes = ['system', 'light', 'dark'] as const;

const AppearanceSection = () => {
  const { t, code } = useLanguage();
  const theme = useStore(themeChoiceStore);
  const hasSecondary = useStore(secondaryAmountStore);
  return (
    <Section title={t('settings.appearance')}>
      <fieldset className={styles['choices']}>
        <legend>{t('settings.language')}</legend>
        {languages.map((other) => (
          <label key={other} lang={other}>
            <input
              type="radio"
              name="language"
              checked={other === code}
              onChange={() => void chooseLanguage(other)}
            />
            <img className={styles['flag']} src={languageRecords[other].flag} alt="" />
            {languageRecords[other].nativeName}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['choices']}>
        <legend>{t('settings.theme')}</legend>
        {themes.map((other) => (
          <label key={other}>
            <input
              type="radio"
              name="theme"
              checked={other === theme}
              onChange={() => chooseTheme(other)}
            />
            {t(`settings.${other}`)}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['choices']}>
        <legend>{t('settings.prices')}</legend>
        <label>
          <input
            type="checkbox"
            checked={hasSecondary}
            onChange={({ target }) => showSecondaryAmount(target.checked)}
          />
          {t('settings.pricesInLev')}
        </label>
      </fieldset>
    </Section>
  );
};

/** The settings of an account. `children` are settings of other features. */
export const AccountSettings = ({ children }: { children: ReactNode }) => {
  const { t } = useLanguage();
  return (
    <PageFrame title={t('settings.title')} width="text">
      <AppearanceSection />
      {children}
      <EmailSection />
      <PasswordSection />
      <SecuritySection />
      <Eventually>
        <KeysSection />
      </Eventually>
      <DevicesSection />
      <Section title={t('session.panel')}>
        <SessionPanel />
        <SystemStatus />
      </Section>
      <DataSection />
    </PageFrame>
  );
};
