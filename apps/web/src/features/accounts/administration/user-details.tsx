import type {
  AdministeredUser,
  UserDetails as Details,
} from '@izgodno/contract/accounts/administration-calls';
import { roles } from '@izgodno/contract/accounts/session';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#core/failed-query.tsx';
import { exactTime } from '#core/format/relative-time.ts';
import { loadedKey, useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { navigate } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { useAct } from '#core/use-act.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Section } from '#shared/ui/section.tsx';
import { ActDialog } from './act-dialog.tsx';
import { administrationKey, lift, setRole, USERS_PATH, userQuery, type ActName } from './calls.ts';
import { UserBadges } from './user-badges.tsx';
import styles from './administration.module.css';

const shown = { done: 'administration.done', changes: administrationKey } as const;

const RoleField = ({ user: { id, role } }: { user: AdministeredUser }) => {
  const { t } = useLanguage();
  const change = useAct((chosen: (typeof roles)[number]) => setRole(id, chosen), shown);
  return (
    <Field
      label={t('administration.role')}
      renderControl={(attributes) => (
        <select
          {...attributes}
          value={change.isPending ? change.variables : role}
          aria-disabled={change.isPending}
          onChange={({ target }) => {
            const chosen = roles.find((one) => one === target.value);
            if (chosen !== undefined && !change.isPending) change.mutate(chosen);
          }}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {t(`administration.roles.${one}`)}
            </option>
          ))}
        </select>
      )}
    />
  );
};

/** The acts on a user. On themselves administrators do none of them. */
const Acts = ({ user }: { user: AdministeredUser }) => {
  const { t } = useLanguage();
  const [asking, setAsking] = useState<ActName | null>(null);
  const lifting = useAct(() => lift(user.id), shown);
  return (
    <div className={styles['acts']}>
      {user.status === 'suspended' && (
        <Button disabled={lifting.isPending} onClick={() => lifting.mutate(undefined)}>
          {t('administration.lift')}
        </Button>
      )}
      <Button onClick={() => setAsking('signOut')}>{t('administration.acts.signOut')}</Button>
      <Button tone="danger" onClick={() => setAsking('suspend')}>
        {t('administration.acts.suspend')}
      </Button>
      <Button tone="danger" onClick={() => setAsking('delete')}>
        {t('administration.acts.delete')}
      </Button>
      {asking !== null && (
        <ActDialog
          act={asking}
          user={user}
          onDone={() => {
            if (asking === 'delete') navigate(USERS_PATH, { replace: true });
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
};

const Account = ({ user }: { user: AdministeredUser }) => {
  const { t, code } = useLanguage();
  const self = useUser();
  const { suspension } = user;
  return (
    <Section title={user.name}>
      <UserBadges user={user} />
      <p className={styles['email']}>{user.email}</p>
      <p className={styles['muted']}>
        {t('administration.joined', { date: exactTime(user.createdAt, code) })}
        {user.lastUsedAt !== null &&
          ` · ${t('administration.lastUsed', { date: exactTime(user.lastUsedAt, code) })}`}
      </p>
      {suspension !== null && (
        <p>
          {suspension.until === null
            ? t('administration.suspendedOpen', { reason: suspension.reason })
            : t('administration.suspendedUntil', {
                reason: suspension.reason,
                date: exactTime(suspension.until, code),
              })}
        </p>
      )}
      <p>
        <Link href={`/users/${user.id}`} className={styles['link']}>
          {t('administration.profile')}
        </Link>
      </p>
      {self?.id === user.id ? (
        <p className={styles['muted']}>{t('administration.self')}</p>
      ) : (
        <>
          <RoleField user={user} />
          <Acts user={user} />
        </>
      )}
    </Section>
  );
};

const Sessions = ({ sessions }: { sessions: Details['sessions'] }) => {
  const { t, code } = useLanguage();
  return (
    <Section title={t('administration.sessions', { count: sessions.length })}>
      <ul className={styles['rows']}>
        {sessions.map(({ id, device, address, lastUsedAt }) => (
          <li key={id}>
            <span>{[device.browser, device.os].filter(Boolean).join(', ') || '–'}</span>{' '}
            <span className={styles['muted']}>
              {address} · {exactTime(lastUsedAt, code)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const Posts = ({ posts, messages }: Pick<Details, 'posts' | 'messages'>) => {
  const { t, code } = useLanguage();
  return (
    <Section
      title={t('administration.posts', { count: posts.total })}
      text={t('administration.messages', { count: messages })}
    >
      <ul className={styles['rows']}>
        {posts.items.map(({ id, title, status, postedAt }) => (
          <li key={id}>
            {status === 'deleted' ? (
              <s>{title}</s>
            ) : (
              <Link href={`/deals/${id}`} className={styles['link']}>
                {title}
              </Link>
            )}{' '}
            <span className={styles['muted']}>{exactTime(postedAt, code)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

type Report = (Details['reports'] | Details['memberReports'])['items'][number];

const PATHS = { deal: '/deals', channel: '/chat', user: '/users' } as const;

/** What a report is about, with a link to it. */
const ReportedSubject = ({ about, where }: Pick<Report, 'about' | 'where'>) => {
  const { t } = useLanguage();
  if (where === undefined) return null;
  const { kind, id, name, isRemoved } = where;
  const isComment = about === 'message' && kind === 'deal';
  const what = isComment ? 'comment' : about === 'user' ? 'member' : about;
  const link = (
    <Link href={`${PATHS[kind]}/${id}`} className={styles['link']}>
      {name === '' ? t(kind === 'deal' ? 'moderation.toDeal' : 'moderation.toChannel') : name}
    </Link>
  );
  return (
    <>
      {t(`moderation.kind.${what}`)} {about !== 'user' && (isRemoved ? <s>{name}</s> : link)}
      {' · '}
    </>
  );
};

const Reports = ({ reports, memberReports }: Pick<Details, 'reports' | 'memberReports'>) => {
  const { t, code } = useLanguage();
  const items = [...reports.items, ...memberReports.items].toSorted(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  );
  return (
    <Section title={t('administration.reports', { count: reports.total + memberReports.total })}>
      <ul className={styles['rows']}>
        {items.map(({ id, about, where, reason, note, createdAt, isOpen }) => (
          <li key={id}>
            <ReportedSubject about={about} where={where} />
            <strong>
              {t(
                loadedKey(
                  `moderation.${about === 'deal' ? 'reason' : 'messageReason'}.${reason}`,
                  'moderation.reason.other',
                ),
              )}
            </strong>{' '}
            {note}{' '}
            <span className={styles['muted']}>
              {exactTime(createdAt, code)}
              {isOpen && ` · ${t('administration.open')}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

/** A user with their sessions, posts and reports, and the acts on them. */
export const UserDetails = ({ userId }: { userId: string }) => {
  const { t } = useLanguage();
  const query = useQuery(userQuery(userId));
  const { data } = query;
  return (
    <>
      <p>
        <Link href={USERS_PATH} className={styles['link']}>
          {t('administration.back')}
        </Link>
      </p>
      {data === undefined ? (
        query.error === null ? (
          <output>{t('shell.loading')}</output>
        ) : (
          <FailedQuery query={query} />
        )
      ) : (
        <>
          <Account user={data.person} />
          <Posts posts={data.posts} messages={data.messages} />
          <Reports {...data} />
          <Sessions sessions={data.sessions} />
        </>
      )}
    </>
  );
};
