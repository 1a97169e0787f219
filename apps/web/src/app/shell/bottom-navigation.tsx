import { useLanguage } from '#core/language/language.ts';
import { POST_PATH } from '#core/deals/paths.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { ProtectedLink } from '#core/session/browser/protected-link.tsx';
import { CHAT_PATH } from '@izgodno/contract/site/chat-path';
import { Icon } from '#shared/ui/icon.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { UnreadSlot } from './unread-slot.tsx';
import styles from './bottom-navigation.module.css';

const DEALS_PATH = '/deals';

const links = [
  [DEALS_PATH, 'tag', 'bar.deals', Link],
  [POST_PATH, 'plus', 'bar.post', ProtectedLink],
  [CHAT_PATH, 'chat', 'bar.chat', ProtectedLink],
  ['/favorites', 'heart', 'bar.saved', ProtectedLink],
  ['/profile', 'user', 'bar.me', ProtectedLink],
] as const;

/** The main places, where the thumb of a phone's reader reaches them. */
export const BottomNavigation = () => {
  const { t } = useLanguage();
  const { path } = useLocation();
  return (
    <>
      <PullToRefresh />
      <nav aria-label={t('bar.label')} className={styles['bar']}>
        {links.map(([href, icon, text, Anchor]) => (
          <Anchor
            key={href}
            href={href}
            // Pages below a place belong to it, except that a single deal is no list.
            aria-current={
              path === href || (href !== DEALS_PATH && path.startsWith(`${href}/`))
                ? 'page'
                : undefined
            }
          >
            <Icon name={icon} size={22} />
            {t(text)}
            {href === CHAT_PATH && (
              <span className={styles['unread']}>
                <UnreadSlot />
              </span>
            )}
          </Anchor>
        ))}
      </nav>
    </>
  );
};
