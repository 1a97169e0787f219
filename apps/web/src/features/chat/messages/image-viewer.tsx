import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useCover } from '#core/router/use-cover.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import type { ShownAttachment } from './shown-attachment.ts';
import styles from './attachment.module.css';

interface ImageViewerProps {
  readonly images: readonly ShownAttachment[];
  /** The image to start with. */
  readonly first: ShownAttachment;
  readonly onClose: () => void;
}

/** The images of a message, one at a time, in full screen. */
export const ImageViewer = ({ images, first, onClose }: ImageViewerProps) => {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(() => images.findIndex(({ id }) => id === first.id));
  const image = images[index] ?? first;
  const name = image.fileName;
  const url = image.fileUrl ?? '';

  useEffect(() => dialog.current?.showModal(), []);
  useCover(() => dialog.current?.close());

  const step = (by: number): void =>
    setIndex((now) => Math.max(0, Math.min(images.length - 1, now + by)));

  return (
    <dialog
      ref={dialog}
      className={styles['viewer']}
      aria-label={t('chat.image', { name })}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') step(1);
        if (key === 'ArrowLeft') step(-1);
      }}
    >
      <div className={styles['viewerBar']}>
        <span className={styles['viewerName']}>
          <bdi>{name}</bdi>
        </span>
        {images.length > 1 && (
          <>
            <output className={styles['viewerName']}>
              {t('chat.imageOf', { position: index + 1, total: images.length })}
            </output>
            <IconButton
              label={t('chat.previousImage')}
              disabled={index <= 0}
              onClick={() => step(-1)}
            >
              <Icon name="chevronLeft" />
            </IconButton>
            <IconButton
              label={t('chat.nextImage')}
              disabled={index === images.length - 1}
              onClick={() => step(1)}
            >
              <Icon name="chevronRight" />
            </IconButton>
          </>
        )}
        <a href={url} download={name} aria-label={t('chat.download', { name })}>
          <MediaIcon name="download" />
        </a>
        <IconButton label={t('chat.close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </IconButton>
      </div>
      <img src={url} alt={name} />
    </dialog>
  );
};
