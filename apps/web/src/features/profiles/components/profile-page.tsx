import type { Profile } from '@izgodno/contract/profiles/calls';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Link } from '#core/router/link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { profileQuery } from '../calls.ts';
import { AvatarField } from './avatar-field.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile.module.css';

/** The user's own profile. */
export const ProfilePage = () => {
  const { t } = useLanguage();
  const { data: profile, error, refetch } = useQuery(profileQuery);
  if (profile !== undefined) return <OwnProfile profile={profile} />;
  if (error === null) return <output>{t('shell.loading')}</output>;
  return (
    <LoadFailure title="profile.failed" error={error} onRetry={() => void refetch()} level={1} />
  );
};

const OwnProfile = ({ profile }: { profile: Profile }) => {
  const { t, code } = useLanguage();
  const role = useUser()?.role ?? 'member';
  const date = new Intl.DateTimeFormat(code, { dateStyle: 'long' }).format(
    new Date(profile.createdAt),
  );
  return (
    <PageFrame title={t('profile.title')} width="text">
      <div className={styles['card']}>
        <AvatarField profile={profile} />
        <p className={styles['muted']}>
          {profile.email} · {role !== 'member' && `${t(`profile.role.${role}`)} · `}
          {t('profile.memberSince', { date })}
        </p>
        <ProfileForm profile={profile} />
      </div>
      <nav aria-label={t('profile.title')} className={styles['links']}>
        <Link href={`/users/${profile.id}`} className={buttonClass()}>
          {t('profile.public')}
        </Link>
        <Link href="/settings" className={buttonClass()}>
          {t('profile.edit')}
        </Link>
      </nav>
    </PageFrame>
  );
};
