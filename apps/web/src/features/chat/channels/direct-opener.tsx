import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { navigate } from '#core/router/location.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { directory } from '../chat.ts';
import { chatHref, type WantedDirect } from '../paths.ts';
import { openDirect } from './channel-actions.ts';

/** Passed to `mutate`, because the user may have left the page meanwhile. */
const replaceUrl = {
  onSuccess: (channelId: string) => navigate(chatHref(channelId), { replace: true }),
};

/** Opens the direct conversation that the URL asks for, and replaces the URL with its own. */
export const DirectOpener = ({ userId, dealId }: WantedDirect) => {
  const { t } = useLanguage();
  const { status } = useStore(directory.state);
  const { mutate, error } = useMutation({ mutationFn: () => openDirect([userId], dealId) });
  usePageTitle(t('chat.title'));
  // The list of channels that is still loading would replace the new one.
  const isReady = status !== 'loading';
  useEffect(() => {
    if (isReady) mutate(undefined, replaceUrl);
  }, [isReady, mutate]);
  if (error === null) return <div aria-busy="true" />;
  return (
    <Notice icon="user" level={1} title={t(actionErrorText(error))}>
      <Button onClick={() => mutate(undefined, replaceUrl)}>{t('shell.tryAgain')}</Button>
    </Notice>
  );
};
