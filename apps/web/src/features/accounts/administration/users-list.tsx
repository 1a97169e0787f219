import { userStatuses } from '@izgodno/contract/accounts/administration-calls';
import { MAX_EMAIL_LENGTH } from '@izgodno/contract/accounts/limits';
import { roles } from '@izgodno/contract/accounts/session';
import { writeQuery } from '@izgodno/contract/common/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Queue } from '#core/lists/queue.tsx';
import { exactTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { navigate, useLocation } from '#core/router/location.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { Field } from '#shared/ui/field.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { readFilters, userHref, USERS_PATH, usersQuery, type UserFilters } from './calls.ts';
import { UserBadges } from './user-badges.tsx';
import styles from './administration.module.css';

/** Milliseconds without a key stroke before the search. */
const TYPING_MS = 250;

const choose = (filters: UserFilters): void => {
  const { q, ...rest } = filters;
  const query = writeQuery({ ...(q === '' ? {} : { q }), ...rest });
  navigate(`${USERS_PATH}${query}`, { replace: true, keepScroll: true });
};

const Filters = ({ filters }: { filters: UserFilters }) => {
  const { t } = useLanguage();
  return (
    <search className={styles['filters']}>
      <TextField
        type="search"
        label={t('administration.search')}
        autoComplete="off"
        value={filters.q}
        maxLength={MAX_EMAIL_LENGTH}
        onChange={({ target }) => choose({ ...filters, q: target.value })}
      />
      <Field
        label={t('administration.role')}
        renderControl={(attributes) => (
          <select
            {...attributes}
            value={filters.role ?? ''}
            onChange={({ target }) =>
              choose({ ...filters, role: roles.find((role) => role === target.value) })
            }
          >
            <option value="">{t('administration.every')}</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {t(`administration.roles.${role}`)}
              </option>
            ))}
          </select>
        )}
      />
      <Field
        label={t('administration.status')}
        renderControl={(attributes) => (
          <select
            {...attributes}
            value={filters.status ?? ''}
            onChange={({ target }) =>
              choose({ ...filters, status: userStatuses.find((one) => one === target.value) })
            }
          >
            <option value="">{t('administration.every')}</option>
            {userStatuses.map((status) => (
              <option key={status} value={status}>
                {t(`administration.statuses.${status}`)}
              </option>
            ))}
          </select>
        )}
      />
    </search>
  );
};

/** Every account, searched and filtered by the URL. */
export const UsersList = () => {
  const { t, code } = useLanguage();
  const filters = readFilters(useLocation().query);
  const q = useDebounced(filters.q.trim(), TYPING_MS);
  const query = useInfiniteQuery(usersQuery({ ...filters, q }));
  const total = query.data?.pages[0]?.total;
  return (
    <>
      <Filters filters={filters} />
      <output className={styles['muted']}>
        {total === undefined ? '' : t('administration.found', { count: total })}
      </output>
      <Queue
        items={query.data?.pages.flatMap((page) => page.people)}
        query={query}
        none={<Notice icon="user" title={t('administration.none')} />}
      >
        {(users) => (
          <ul aria-label={t('administration.view.users')} className={styles['list']}>
            {users.map((user) => (
              <li key={user.id} className={styles['item']}>
                <div>
                  <Link href={userHref(user.id)} className={styles['name']}>
                    {user.name}
                  </Link>
                  <p className={styles['email']}>{user.email}</p>
                </div>
                <UserBadges user={user} />
                <p className={styles['muted']}>
                  {t('administration.joined', { date: exactTime(user.createdAt, code) })}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Queue>
    </>
  );
};
