import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { errorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import {
  ErrorBoundary,
  lazyComponent,
  RetryLoading,
  type FailureProps,
} from '#core/lazy-component.tsx';
import { note } from '#core/log.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { numberText } from '#core/format/number-format.ts';
import { sharedStorage } from '#shared/storage.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { receiveNotice, unreadQuery } from '../unread.ts';
import { NOTIFIED_KEY } from '../push-key.ts';
import styles from './notice-bell.module.css';

const NoticeList = lazyComponent(
  ['deals', 'notices', 'shell.signed-in'],
  async () => (await import('./notice-list.tsx')).NoticeList,
);

const NotLoaded = (failure: FailureProps) => {
  const { t } = useLanguage();
  return (
    <>
      <p role="alert" className={styles['nothing']}>
        {t(errorText(failure.error))}
      </p>
      <RetryLoading {...failure} />
    </>
  );
};

const LIST_ID = 'notice-list';
/** Larger numbers are shown as "99+". */
const MOST_SHOWN = 99;

/** The bell of a signed-in user: the number of unread notices, and their list. */
export const NoticeBell = () => {
  const user = useUser();
  return user === null ? null : <Bell key={user.id} />;
};

const Bell = () => {
  const { code, t } = useLanguage();
  const { data: unread } = useQuery(unreadQuery);
  const popover = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const before = useRef<number>(undefined);
  const queries = useQueryClient();

  useEffect(
    () =>
      realtime.listen((received) => {
        if (received.type === 'notice.created') void receiveNotice(queries, received.data.unread);
      }),
    [queries],
  );

  useEffect(() => {
    // Few browsers have a subscription, so its code is loaded only there.
    if (sharedStorage.getItem(NOTIFIED_KEY) === null) return;
    import('../push-browser.ts')
      .then(({ renewPush }) => renewPush())
      .catch((error: unknown) => note('The push subscription was not renewed', error));
  }, []);

  useEffect(() => {
    // Notices from before the page was opened are shown by the number only.
    if (unread !== undefined && before.current !== undefined && unread > before.current) {
      showToast(t('notices.new', { count: unread - before.current }), 'info', {
        action: { label: t('notices.show'), run: () => popover.current?.showPopover() },
      });
    }
    before.current = unread;
  }, [unread, t]);

  const count = unread ?? 0;
  return (
    <>
      <IconButton
        label={count === 0 ? t('notices.title') : t('notices.titleUnread', { count })}
        popoverTarget={LIST_ID}
        aria-expanded={open}
        className={styles['bell']}
      >
        <MediaIcon name="bell" size={22} />
        {count > 0 && (
          <span className={styles['count']} aria-hidden="true">
            {numberText(Math.min(count, MOST_SHOWN), code)}
            {count > MOST_SHOWN && '+'}
          </span>
        )}
      </IconButton>
      <section
        ref={popover}
        id={LIST_ID}
        popover="auto"
        aria-label={t('notices.title')}
        className={styles['panel']}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <ErrorBoundary fallback={NotLoaded}>
            <Suspense
              fallback={<output className={styles['nothing']}>{t('shell.loading')}</output>}
            >
              <NoticeList hasUnread={count > 0} onLeave={() => popover.current?.hidePopover()} />
            </Suspense>
          </ErrorBoundary>
        )}
      </section>
    </>
  );
};
