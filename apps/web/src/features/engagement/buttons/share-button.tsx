import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { IconDrawing } from '#shared/ui/icon.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { dealHref } from '#core/deals/paths.ts';

const SHARE = 'M12 4v11M8 7.5 12 3.8l4 3.7M6 11.5v7a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-7';

interface ShareButtonProps {
  readonly dealId: string;
  readonly title: string;
}

/** Opens the device's share dialog; without one, copies the link. */
export const ShareButton = ({ dealId, title }: ShareButtonProps) => {
  const { t } = useLanguage();
  const share = async () => {
    const url = new URL(dealHref(dealId), location.href).href;
    if (typeof navigator.share === 'function') {
      // The user closed the dialog.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      showToast(t('deal.linkCopied'), 'success');
    } catch {
      showToast(t('deal.linkNotCopied', { url }), 'error');
    }
  };
  return (
    <Button tone="secondary" onClick={() => void share()}>
      <IconDrawing path={SHARE} size={18} />
      {t('deal.share')}
    </Button>
  );
};
