import type { Deal } from '@izgodno/contract/deals/deal';
import { priceText } from '#core/format/money.ts';
import { sourceName } from '#core/format/source-name.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import styles from './duplicates-dialog.module.css';

interface DuplicatesDialogProps {
  readonly duplicates: readonly Deal[];
  readonly hrefOf: (deal: Deal) => string;
  readonly onPost: () => void;
  readonly onBack: () => void;
}

/** Shows possible duplicates of the post; the user decides whether to post. */
export const DuplicatesDialog = ({ duplicates, hrefOf, onPost, onBack }: DuplicatesDialogProps) => {
  const { code, t } = useLanguage();
  return (
    <Dialog
      open
      title={t('posts.duplicates')}
      onClose={onBack}
      actions={
        <>
          <Button tone="quiet" onClick={onBack}>
            {t('posts.backToForm')}
          </Button>
          <Button tone="primary" onClick={onPost}>
            {t('posts.postAnyway')}
          </Button>
        </>
      }
    >
      <p>{t('posts.duplicatesText')}</p>
      <ul className={styles['deals']}>
        {duplicates.map((deal) => (
          <li key={deal.id}>
            <a href={hrefOf(deal)} target="_blank" rel="noopener">
              <span className={styles['picture']}>
                <ResponsiveImage
                  src={deal.media.find(({ kind }) => kind === 'image')?.url}
                  alt=""
                  signSize={24}
                />
              </span>
              <span>
                <span lang={langOf(deal.title, code)}>{deal.title}</span>
                <small>
                  {priceText(deal.price, code).euro} · {sourceName(deal.source, code)}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
