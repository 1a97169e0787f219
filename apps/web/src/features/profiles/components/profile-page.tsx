import type { Profile } from '@izgodno/contract/profiles/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@izgodno/contract/common/client';
import { useRef } from 'react';
import { dateFormat } from '#core/format/date-format.ts';
import { currentLanguage, useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Link } from '#core/router/link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { FileInput } from '#shared/ui/file-input.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { actionErrorText } from '#core/api/error-text.ts';
import { uploadSingle } from '#core/uploads/browser/single-upload.ts';
import { rejectionTexts } from '#core/uploads/browser/upload-texts.ts';
import { showToast } from '#shared/ui/toast.ts';
import { profileQuery, saveProfile } from '../calls.ts';
import { ProfileForm } from './profile-form.tsx';
import { Avatar } from './avatar.tsx';
import styles from './profile.module.css';

const onError = (error: unknown): void => {
  showToast(failureText(error), 'error');
};

const failureText = (error: unknown): string => {
  const language = currentLanguage();
  if (!(error instanceof ApiError)) return rejectionTexts(language, error).join(' ');
  return language.t(
    error.fields['avatar'] === undefined ? actionErrorText(error) : 'profile.error.avatar',
  );
};

/** The user's avatar, with buttons to choose, replace and remove it. */
const AvatarField = ({ profile }: { profile: Profile }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const choosing = useMutation({
    mutationFn: async (file: File) => {
      const { fileId } = await uploadSingle(file, file.name);
      await saveProfile(queries, { avatar: fileId });
    },
    onError,
  });
  const removing = useMutation({
    mutationFn: () => saveProfile(queries, { avatar: null }),
    onError,
  });
  return (
    <div className={styles['picture']}>
      <Avatar url={profile.avatar?.url} name={profile.name} />
      <div className={styles['pictureActions']}>
        <FileInput
          ref={input}
          accept="image/png,image/jpeg"
          aria-label={t('profile.chooseImage')}
          onFiles={([file]) => {
            if (file !== undefined) choosing.mutate(file);
          }}
        />
        <Button disabled={choosing.isPending} onClick={() => input.current?.click()}>
          {t(profile.avatar === null ? 'profile.chooseImage' : 'profile.changeImage')}
        </Button>
        {profile.avatar !== null && (
          <Button tone="quiet" disabled={removing.isPending} onClick={() => removing.mutate()}>
            {t('profile.removeImage')}
          </Button>
        )}
        <output className={styles['muted']}>{choosing.isPending && t('profile.uploading')}</output>
      </div>
    </div>
  );
};

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
  const date = dateFormat(code, { dateStyle: 'long' }).format(new Date(profile.createdAt));
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
