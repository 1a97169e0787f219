import { useEffect, useState } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { Link } from '#core/router/link.tsx';
import { usePath } from '#core/router/location.ts';
import { ProtectedLink } from '#core/session/browser/protected-link.tsx';
import { CHAT_PATH } from '@izgodno/contract/site/chat-path';
import { Icon } from '#shared/ui/icon.tsx';
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

const PullToRefresh = lazyComponent(
  ['shell.bar'],
  async () => (await import('./pull-to-refresh.tsx')).PullToRefresh,
);

/** The first touch of the page, from which on the page can be pulled. */
const useFirstTouch = (): TouchEvent | undefined => {
  const [touch, setTouch] = useState<TouchEvent>();
  useEffect(() => {
    document.addEventListener('touchstart', setTouch, { once: true, passive: true });
    return () => document.removeEventListener('touchstart', setTouch);
  }, []);
  return touch;
};

/** The main places, where the thumb of a phone's reader reaches them. */
export const BottomNavigation = () => {
  const { t } = useLanguage();
  const path = usePath();
  const firstTouch = useFirstTouch();
  return (
    <>
      {firstTouch !== undefined && (
        <Eventually>
          <PullToRefresh firstTouch={firstTouch} />
        </Eventually>
      )}
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
