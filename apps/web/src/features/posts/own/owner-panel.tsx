import type { Deal } from '@izgodno/contract/deals/deal';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { MY_POSTS_PATH } from '#core/deals/paths.ts';
import { OwnPostActions } from './own-post-actions.tsx';
import styles from './owner-panel.module.css';

/** The owner's actions on the page of a deal. */
export const OwnerPanel = ({ deal }: { deal: Deal }) => {
  const { t } = useLanguage();
  const user = useUser();
  if (user === null || user.id !== deal.seller?.id) return null;
  return (
    <section
      data-keeps-focus
      className={styles['panel']}
      aria-labelledby="owner-panel"
      data-on="screen"
    >
      <h2 id="owner-panel">{t('posts.yours')}</h2>
      <OwnPostActions deal={deal} onDeleted={() => navigate(MY_POSTS_PATH)} />
    </section>
  );
};
