import type { Deal } from '@izgodno/contract/deals/deal';
import { DECISIONS_PATH } from '@izgodno/contract/site/decisions-path';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { cardLinkId, rememberOpened } from '#core/deals/opened-deals.ts';
import { dealHref } from '#core/deals/paths.ts';
import { numberText } from '#core/format/number-format.ts';
import { DealPrice, PostedTime } from '#features/deals/api.ts';
import { OwnPostActions } from './own-post-actions.tsx';
import styles from './own-post-row.module.css';

interface OwnPostRowProps {
  readonly deal: Deal;
  readonly isRemovedByModerator: boolean;
  readonly favorites: number;
}

/** A post of the user with its counts and actions. */
export const OwnPostRow = ({ deal, isRemovedByModerator, favorites }: OwnPostRowProps) => {
  const { code, t } = useLanguage();
  const image = deal.media.find(({ kind }) => kind === 'image');
  return (
    <article data-keeps-focus className={styles['row']} data-status={deal.status}>
      <div className={styles['picture']}>
        <ResponsiveImage src={image?.url} alt="" signSize={32} loading="lazy" />
      </div>
      <div className={styles['body']}>
        <h2 lang={langOf(deal.title, code)}>
          {deal.status === 'deleted' ? (
            // A deleted deal has no page, so its title is no link.
            deal.title
          ) : (
            <Link
              id={cardLinkId(deal.id)}
              href={dealHref(deal.id)}
              onClick={() => rememberOpened(deal.id)}
            >
              {deal.title}
            </Link>
          )}
        </h2>
        <DealPrice deal={deal} />
        <p className={styles['facts']}>
          <span className={styles['status']}>
            {t(isRemovedByModerator ? 'posts.is.removed' : `posts.is.${deal.status}`)}
          </span>
          <PostedTime iso={deal.postedAt} />
        </p>
        <dl className={styles['counts']}>
          <Count name="posts.views" count={deal.views} />
          <Count name="posts.likes" count={deal.likes} />
          <Count name="shell.favorites" count={favorites} />
        </dl>
      </div>
      {isRemovedByModerator ? (
        <Link
          href={DECISIONS_PATH}
          className={`${buttonClass()} ${styles['decision']}`}
          aria-label={t('posts.of', { action: t('posts.decision'), title: deal.title })}
        >
          {t('posts.decision')}
        </Link>
      ) : (
        <OwnPostActions deal={deal} />
      )}
    </article>
  );
};

const Count = ({ name, count }: { name: TextKey; count: number }) => {
  const { code, t } = useLanguage();
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>{numberText(count, code)}</dd>
    </div>
  );
};
