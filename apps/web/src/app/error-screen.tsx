import { type FailureProps, ChunkLoadError, RetryLoading } from '#core/lazy-component.tsx';
import { usePageTitle } from '#core/page-title.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';

/** The screen for a page that failed: shows the error and offers a retry. */
export const ErrorScreen = ({ error, onReset }: FailureProps) => {
  const { t } = useLanguage();
  const isUnloaded = error instanceof ChunkLoadError;
  usePageTitle(t('errorScreen.title'));
  return (
    <Notice
      icon={isUnloaded ? 'offline' : 'warning'}
      title={t('errorScreen.title')}
      text={t(isUnloaded ? 'error.connectionLost' : 'errorScreen.text')}
      level={1}
    >
      <Button tone="primary" onClick={() => location.reload()}>
        {t('errorScreen.refresh')}
      </Button>
      <RetryLoading error={error} onReset={onReset} />
    </Notice>
  );
};
