import { useEffect, useEffectEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { FormFileProgress } from '#core/uploads/browser/form-file-progress.tsx';
import { previewUrl, releasePreviews } from '#core/uploads/browser/form-file-preview.ts';
import { followFormFiles } from '#core/uploads/browser/form-files.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { nameAmong, type FormFile } from '#core/uploads/form-file.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import styles from './chosen-images.module.css';

interface ChosenImagesProps {
  readonly images: readonly FormFile[];
  /** The images by now, which may have changed since the last rendering. */
  readonly read: () => readonly FormFile[];
  readonly onChange: (images: readonly FormFile[]) => void;
}

/** The images of the comment that is being written, with the state of their uploads. */
export const ChosenImages = ({ images, read, onChange }: ChosenImagesProps) => {
  const { t } = useLanguage();
  const readNow = useEffectEvent(read);
  const changeNow = useEffectEvent(onChange);
  useEffect(
    () =>
      followFormFiles(
        () => readNow(),
        (changed) => changeNow(changed),
      ),
    [],
  );
  useEffect(() => releasePreviews, []);
  return (
    <ul
      data-keeps-focus
      className={styles['list']}
      aria-label={t('comments.images', { count: images.length })}
    >
      {images.map((image) => {
        const name = nameAmong(images, image);
        return (
          <li key={image.key} className={styles['item']}>
            <div className={styles['frame']}>
              <ResponsiveImage src={previewUrl(image)} alt={name} signSize={24} />
            </div>
            <FormFileProgress file={image} name={name} />
            <IconButton
              className={styles['remove']}
              label={t('comments.removeImage', { name })}
              onClick={() => {
                uploads.act((engine) => engine.withdraw(image.key));
                onChange(read().filter(({ key }) => key !== image.key));
              }}
            >
              <Icon name="close" size={18} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
};
