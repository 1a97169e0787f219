import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Notice as UserNotice } from '@izgodno/contract/notices/notice';
import { useLanguage } from '#core/language/language.ts';
import { MoreButton } from '#core/lists/more-button.tsx';
import { errorText, showFailure } from '#core/api/error-text.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { Link } from '#core/router/link.tsx';
import { IconButton, Button } from '#shared/ui/button.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { drop, noticesQuery, takeAsRead } from '../calls.ts';
import { wordNotice } from '../notice-texts.ts';
import styles from './notice-bell.module.css';

interface NoticeListProps {
  readonly hasUnread: boolean;
  /** Called when the user follows a link out of the list. */
  readonly onLeave: () => void;
}

/** The user's notices, latest first. */
export const NoticeList = ({ hasUnread, onLeave }: NoticeListProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(noticesQuery);
  const notices = data?.pages.flatMap((page) => page.notices);
  return (
    <>
      <header className={styles['head']}>
        <h2>{t('notices.title')}</h2>
        {hasUnread && (
          <Button tone="quiet" onClick={() => void takeAsRead(queries).catch(showFailure)}>
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
      <ul aria-label={t('notices.title')}>
        {notices?.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
      <footer className={styles['foot']}>
        <MoreButton hasMore={hasNextPage} loading={isFetching} onMore={fetchNextPage}>
          {t('notices.more')}
        </MoreButton>
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
    if (!notice.read) takeAsRead(queries, [notice.id]).catch(showFailure);
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
        onClick={() => void drop(queries, notice.id).catch(showFailure)}
      >
        <Icon name="close" size={16} />
      </IconButton>
    </li>
  );
};
