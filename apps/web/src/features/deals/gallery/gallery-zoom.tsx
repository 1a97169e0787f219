import type { Media } from '@izgodno/contract/deals/deal';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { GalleryArrows, stepOnArrows, useSwipe } from './gallery-steps.tsx';
import styles from './gallery-zoom.module.css';

interface GalleryZoomProps {
  readonly medium: Media;
  readonly name: string;
  /** Absent if there is only one image. */
  readonly step?: (by: number) => void;
  readonly onClose: () => void;
}

const stay = (): void => undefined;

/** An image in full screen, doubled in size on a click. */
export const GalleryZoom = ({ medium, name, step = stay, onClose }: GalleryZoomProps) => {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const image = useRef<HTMLButtonElement>(null);
  const [large, setLarge] = useState(false);
  const swipe = useSwipe(large ? stay : step);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    image.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={name}
      className={styles['zoom']}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles['frame']} {...swipe}>
        <button
          ref={image}
          type="button"
          className={styles['picture']}
          data-large={large}
          aria-pressed={large}
          aria-label={t('gallery.larger')}
          onClick={() => setLarge(!large)}
          onKeyDown={stepOnArrows(step)}
        >
          <img src={medium.url} alt={name} />
        </button>
      </div>
      {step !== stay && <GalleryArrows step={step} />}
      <IconButton label={t('gallery.close')} className={styles['close']} onClick={onClose}>
        <Icon name="close" size={24} />
      </IconButton>
    </dialog>
  );
};
