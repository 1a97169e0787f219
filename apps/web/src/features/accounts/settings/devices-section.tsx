import type { Session } from '@izgodno/contract/accounts/session';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '#core/api/error-text.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage, type Translate } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { devicesQuery, signOutDevice, signOutEverywhere } from './calls.ts';
import { Section } from '#shared/ui/section.tsx';
import styles from './settings.module.css';

const deviceName = (t: Translate, { browser, os }: Session['device']): string =>
  browser !== null && os !== null
    ? t('settings.device', { browser, os })
    : (browser ?? os ?? t('settings.unknownDevice'));

/** The user's sessions, each with a button to end it. */
export const DevicesSection = () => {
  const { t, code } = useLanguage();
  const now = useNow();
  const queries = useQueryClient();
  const { data: devices, error } = useQuery(devicesQuery);
  const onError = (failure: Error) => void showToast(t(errorText(failure)), 'error');
  const one = useMutation({
    mutationFn: signOutDevice,
    onSettled: () => queries.invalidateQueries({ queryKey: devicesQuery.queryKey }),
    onError,
  });
  const all = useMutation({ mutationFn: signOutEverywhere, onError });
  return (
    <Section title={t('settings.devices')} text={t('settings.devicesText')}>
      {error !== null && (
        <p role="alert" className={styles['failure']}>
          {t(errorText(error))}
        </p>
      )}
      <ul className={styles['devices']}>
        {devices?.map(({ id, device, address, lastUsedAt, current }) => {
          const name = deviceName(t, device);
          return (
            <li key={id} className={styles['device']}>
              <div>
                <p className={styles['deviceName']}>
                  {name}
                  {current && <span className={styles['here']}>{t('settings.thisDevice')}</span>}
                </p>
                <p className={styles['text']}>
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
      <Button className={styles['submit']} onClick={() => all.mutate()}>
        {t('settings.signOutEverywhere')}
      </Button>
    </Section>
  );
};
