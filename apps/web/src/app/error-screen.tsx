import { usePageTitle } from '#core/page-title.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';

/** What is left when a page breaks: say so, and offer to begin anew. */
export const ErrorScreen = () => {
  const { t } = useLanguage();
  usePageTitle(t('errorScreen.title'));
  return (
    <Notice icon="warning" title={t('errorScreen.title')} text={t('errorScreen.text')} level={1}>
      <Button tone="primary" onClick={() => location.reload()}>
        {t('errorScreen.refresh')}
      </Button>
    </Notice>
  );
};
