import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionErrorText } from '#core/api/error-text.ts';
import { dealHref, dealsHref } from '#core/deals/paths.ts';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import { navigate, useLocation } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import {
  postSharedHref,
  readSharedLink,
  type SharedLink,
} from '#features/posts/model/shared-link.ts';
import type { Watched } from '@izgodno/contract/watched-pages/calls';
import { watch } from '#features/watched-pages/calls.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import styles from './share-page.module.css';

/** Lets the user choose what becomes of a link that another application shared. */
export const SharePage = () => {
  const { t } = useLanguage();
  const { query } = useLocation();
  const user = useUser();
  const shared = readSharedLink(query);
  usePageTitle(t(shared === null ? 'share.none' : 'share.title'));
  if (user === null) return null;
  if (shared === null)
    return (
      <Notice icon="search" title={t('share.none')} text={t('share.noneText')} level={1}>
        <Link href={dealsHref()} className={buttonClass('primary')}>
          {t('empty.browseAll')}
        </Link>
      </Notice>
    );
  return <Choices shared={shared} userId={user.id} />;
};

interface ChoicesProps {
  readonly shared: SharedLink;
  readonly userId: string;
}

/** Passed to `mutate`, because the user may have left the page meanwhile. */
const showWatched = {
  onSuccess: (watched: Watched): void =>
    navigate(watched.kind === 'page' ? '/favorites/watched' : dealHref(watched.deal.id), {
      replace: true,
    }),
};

const Choices = ({ shared, userId }: ChoicesProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { link, title } = shared;
  const watching = useMutation({ mutationFn: () => watch(queries, userId, link) });
  return (
    <PageFrame title={t('share.title')} width="text">
      <p className={styles['link']}>
        {title !== '' && <strong>{title}</strong>}
        <span>{link}</span>
      </p>
      <ul className={styles['choices']}>
        <li>
          <Button
            tone="primary"
            disabled={watching.isPending}
            aria-describedby="share-watch"
            onClick={() => {
              if (!watching.isPending) watching.mutate(undefined, showWatched);
            }}
          >
            {t(watching.isPending ? 'watched.reading' : 'share.watch')}
          </Button>
          <p id="share-watch">{t('share.watchText')}</p>
          <p role="alert" className={styles['failure']}>
            {watching.isError && t(actionErrorText(watching.error))}
          </p>
        </li>
        <li>
          <Link
            href={postSharedHref(shared)}
            className={buttonClass('secondary')}
            aria-describedby="share-post"
          >
            {t('share.post')}
          </Link>
          <p id="share-post">{t('share.postText')}</p>
        </li>
        {title !== '' && (
          <li>
            <Link href={dealsHref({ q: title })} className={buttonClass('quiet')}>
              {t('share.search')}
            </Link>
          </li>
        )}
      </ul>
    </PageFrame>
  );
};
