import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useCover } from '#core/router/use-cover.ts';
import { announce } from '#shared/announce.ts';
import { useSwipe } from '#shared/hooks/use-swipe.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { hasModifier } from '../has-modifier.ts';
import type { ShownAttachment } from './shown-attachment.ts';
import styles from './attachment.module.css';

interface ImageViewerProps {
  readonly images: readonly ShownAttachment[];
  /** The image to start with. */
  readonly first: ShownAttachment;
  readonly onClose: () => void;
}

/** Where a key leads, from the position of an image among `total`. */
const target = (key: string, position: number, total: number): number => {
  switch (key) {
    case 'ArrowLeft':
      return position - 1;
    case 'ArrowRight':
      return position + 1;
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return position;
  }
};

interface LargeImageProps {
  readonly image: ShownAttachment;
  readonly isLarge: boolean;
  readonly onResize: () => void;
}

/** An image, twice as large after a click. One that did not load is loaded again by a click. */
const LargeImage = ({
  image: { id, fileName: name, fileUrl },
  isLarge,
  onResize,
}: LargeImageProps) => {
  const { t } = useLanguage();
  const [lostId, setLostId] = useState<string | null>(null);
  if (lostId === id) {
    return (
      <button type="button" className={styles['large']} onClick={() => setLostId(null)}>
        {t('chat.imageLost', { name })}
      </button>
    );
  }
  return (
    <button
      type="button"
      className={styles['large']}
      aria-label={t('chat.largerImage')}
      aria-pressed={isLarge}
      onClick={onResize}
    >
      <img
        key={id}
        src={fileUrl ?? ''}
        alt={name}
        onError={() => {
          setLostId(id);
          announce(t('chat.imageLost', { name }));
        }}
      />
    </button>
  );
};

/** The images of a message, one at a time, in full screen. */
export const ImageViewer = ({ images, first, onClose }: ImageViewerProps) => {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(() => images.findIndex(({ id }) => id === first.id));
  const [isLarge, setIsLarge] = useState(false);
  const image = images[index] ?? first;
  const name = image.fileName;
  const total = images.length;

  useEffect(() => dialog.current?.showModal(), []);
  // The middle of a large image is shown first.
  useLayoutEffect(() => {
    const area = isLarge ? frame.current : null;
    if (area === null) return;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = area;
    area.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2);
  }, [isLarge]);
  useCover(() => dialog.current?.close());

  const show = (next: number): void => {
    const shown = Math.max(0, Math.min(total - 1, next));
    if (shown === index) return;
    setIndex(shown);
    setIsLarge(false);
  };
  const step = (by: number): void => show(index + by);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys and fingers pan the large image.
    if (!isLarge && !hasModifier(event)) show(target(event.key, index, total));
  };
  const swipe = useSwipe((by) => {
    if (!isLarge) step(by);
  });

  return (
    <dialog
      ref={dialog}
      className={styles['viewer']}
      aria-label={t('chat.image', { name })}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles['viewerBar']}>
        <div className={styles['viewerText']}>
          <bdi>{name}</bdi>
          {total > 1 && <output>{t('chat.imageOf', { position: index + 1, total })}</output>}
        </div>
        {total > 1 && (
          <>
            <IconButton
              label={t('chat.previousImage')}
              disabled={index <= 0}
              onClick={() => step(-1)}
            >
              <Icon name="chevronLeft" />
            </IconButton>
            <IconButton
              label={t('chat.nextImage')}
              disabled={index === total - 1}
              onClick={() => step(1)}
            >
              <Icon name="chevronRight" />
            </IconButton>
          </>
        )}
        <a href={image.fileUrl ?? ''} download={name} aria-label={t('chat.download', { name })}>
          <MediaIcon name="download" />
        </a>
        <IconButton label={t('chat.close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div ref={frame} className={styles['viewerFrame']} {...swipe}>
        <LargeImage image={image} isLarge={isLarge} onResize={() => setIsLarge(!isLarge)} />
      </div>
    </dialog>
  );
};
