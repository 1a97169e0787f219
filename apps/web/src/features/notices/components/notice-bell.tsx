import { useQuery, useQueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Notice as UserNotice } from '@izgodno/contract/notices/notice';
import { useLanguage, currentLanguage } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { actionErrorText, errorText } from '#core/api/error-text.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { Link } from '#core/router/link.tsx';
import { numberText } from '#core/format/number-format.ts';
import { IconButton, Button } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { receiveNotice, unreadQuery, drop, noticesQuery, takeAsRead } from '../calls.ts';
import { renewPush } from '../push-browser.ts';
import { wordNotice } from '../notice-texts.ts';
import styles from './notice-bell.module.css';

const notify = (error: unknown): void => {
  showToast(currentLanguage().t(actionErrorText(error)), 'error');
};

interface NoticeListProps {
  readonly hasUnread: boolean;
  /** Called when the user follows a link out of the list. */
  readonly onLeave: () => void;
}

/** The user's notices, latest first. */
const NoticeList = ({ hasUnread, onLeave }: NoticeListProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(noticesQuery);
  const notices = data?.pages.flatMap((page) => page.notices);
  return (
    <>
      <header className={styles['head']}>
        <h2>{t('notices.title')}</h2>
        {hasUnread && (
          <Button tone="quiet" onClick={() => void takeAsRead(queries).catch(notify)}>
            {t('notices.allRead')}
          </Button>
        )}
      </header>
      {notices === undefined && (
        <p role={error === null ? 'status' : 'alert'} className={styles['nothing']}>
          {error === null ? t('shell.loading') : t(errorText(error))}
        </p>
      )}
      {notices?.length === 0 && <p className={styles['nothing']}>{t('notices.none')}</p>}
      <ul aria-label={t('notices.title')} className={styles['list']}>
        {notices?.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
      <footer className={styles['foot']}>
        {hasNextPage && (
          <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
            {t('notices.more')}
          </Button>
        )}
        <Link href="/settings#notices" onClick={onLeave}>
          {t('notices.choose')}
        </Link>
      </footer>
    </>
  );
};

const NoticeRow = ({ notice, onLeave }: { notice: UserNotice; onLeave: () => void }) => {
  const language = useLanguage();
  const { t, code } = language;
  const now = useNow();
  const queries = useQueryClient();
  const { title, text, href, imageUrl } = wordNotice(notice, language);
  const follow = (): void => {
    onLeave();
    if (!notice.read) takeAsRead(queries, [notice.id]).catch(notify);
  };
  return (
    <li className={styles['row']} data-read={notice.read}>
      <span className={styles['picture']}>
        <ResponsiveImage src={imageUrl} alt="" signSize={22} loading="lazy" />
      </span>
      <div className={styles['words']}>
        <Link href={href} className={styles['link']} onClick={follow}>
          {!notice.read && <span className="visually-hidden">{t('notices.unread')} </span>}
          {title}
        </Link>
        <p>{text}</p>
        <p className={styles['when']}>{relativeTime(notice.createdAt, now, code)}</p>
      </div>
      <IconButton
        label={t('notices.drop', { title })}
        className={styles['drop']}
        onClick={() => void drop(queries, notice.id).catch(notify)}
      >
        <Icon name="close" size={16} />
      </IconButton>
    </li>
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
    renewPush().catch((error: unknown) => note('The push subscription was not renewed', error));
  }, []);

  useEffect(() => {
    // Notices from before the page was opened are shown by the number only.
    if (unread !== undefined && before.current !== undefined && unread > before.current) {
      showToast(t('notices.new', { count: unread - before.current }), 'info', undefined, {
        label: t('notices.show'),
        run: () => popover.current?.showPopover(),
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
          <NoticeList hasUnread={count > 0} onLeave={() => popover.current?.hidePopover()} />
        )}
      </section>
    </>
  );
};
