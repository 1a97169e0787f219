import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { dealHref } from '../paths.ts';

interface ShareButtonProps {
  readonly dealId: string;
  readonly title: string;
}

/** Hands the link to whatever the device shares with; elsewhere it is copied. */
export const ShareButton = ({ dealId, title }: ShareButtonProps) => {
  const { t } = useLanguage();
  const share = async () => {
    const url = new URL(dealHref(dealId), location.href).href;
    if (typeof navigator.share === 'function') {
      // Whoever closes the device's dialog has changed their mind.
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
      <Icon name="share" size={18} />
      {t('deal.share')}
    </Button>
  );
};
