import type { Profile } from '@izgodno/contract/profiles/calls';
import { ApiError } from '@izgodno/contract/common/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { currentLanguage, useLanguage } from '#core/language/language.ts';
import { uploadSingle } from '#core/uploads/browser/single-upload.ts';
import { rejectionTexts } from '#core/uploads/browser/upload-texts.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { saveProfile } from '../calls.ts';
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
export const AvatarField = ({ profile }: { profile: Profile }) => {
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
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t('profile.chooseImage')}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) choosing.mutate(file);
            // Reset, so that the same file can be chosen again.
            target.value = '';
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
