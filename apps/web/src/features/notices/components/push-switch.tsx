import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@izgodno/contract/common/client';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { readPushState, turnPushOff, turnPushOn } from '../push-browser.ts';
import styles from './notice-settings.module.css';

const queryKey = ['notices', 'push-of-this-browser'];

/** Whether this browser receives pushes while the site is not open in it. */
export const PushSwitch = ({ publicKey }: { publicKey: string }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { data: state } = useQuery({ queryKey, queryFn: readPushState });
  const switching = useMutation({
    mutationFn: () => (state === 'on' ? turnPushOff() : turnPushOn(publicKey)),
    onSuccess: (next) => queries.setQueryData(queryKey, next),
    onError: (failure) =>
      void showToast(
        t(failure instanceof ApiError ? actionErrorText(failure) : 'notices.pushFailed'),
        'error',
      ),
  });
  if (state === undefined) return null;
  if (state === 'unsupported' || state === 'blocked') {
    return <p className={styles['note']}>{t(`notices.push.${state}`)}</p>;
  }
  return (
    <Button
      className={styles['push']}
      disabled={switching.isPending}
      onClick={() => switching.mutate()}
    >
      {t(state === 'on' ? 'notices.pushOff' : 'notices.pushOn')}
    </Button>
  );
};
