import type { Media } from '@izgodno/contract/deals/deal';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { numberText } from '#core/format/number-format.ts';
import { useCover } from '#core/router/use-cover.ts';
import { useSwipe } from '#shared/hooks/use-swipe.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { IconButton } from '#shared/ui/button.tsx';
import styles from './gallery.module.css';

/** Steps with the arrow keys. */
const stepOnArrows =
  (step: (by: number) => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowRight') step(1);
    if (key === 'ArrowLeft') step(-1);
  };

const GalleryArrows = ({ step }: { step: (by: number) => void }) => {
  const { t } = useLanguage();
  const onKeyDown = stepOnArrows(step);
  return (
    <>
      <IconButton
        label={t('gallery.previous')}
        className={`${styles['arrow']} ${styles['previous']}`}
        onClick={() => step(-1)}
        onKeyDown={onKeyDown}
      >
        <Icon name="chevronLeft" />
      </IconButton>
      <IconButton
        label={t('gallery.next')}
        className={`${styles['arrow']} ${styles['next']}`}
        onClick={() => step(1)}
        onKeyDown={onKeyDown}
      >
        <Icon name="chevronRight" />
      </IconButton>
    </>
  );
};

interface GalleryZoomProps {
  readonly medium: Media;
  readonly name: string;
  /** Absent if there is only one image. */
  readonly step?: (by: number) => void;
  readonly onClose: () => void;
}

const stay = (): void => undefined;

/** An image in full screen, doubled in size on a click. */
const GalleryZoom = ({ medium, name, step = stay, onClose }: GalleryZoomProps) => {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const image = useRef<HTMLButtonElement>(null);
  const [large, setLarge] = useState(false);
  const swipe = useSwipe(large ? stay : step);
  useCover(onClose);
  // Closes the dialog while it is still in the document, so that the browser returns the focus.
  useLayoutEffect(() => {
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

/** One medium at a time, changed by arrow keys, swipes, arrow buttons and thumbnails. */
export const Gallery = ({ media, title }: { media: readonly Media[]; title: string }) => {
  const { t, code } = useLanguage();
  const [index, setIndex] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const step = (by: number) => setIndex((index + by + media.length) % media.length);
  const swipe = useSwipe(step);
  const shown = media[index];
  const images = media.flatMap(({ kind }, at) => (kind === 'image' ? at : []));
  /** Videos have their own full-screen button, so this skips them. */
  const stepToImage = (by: number) =>
    setIndex(images.at((images.indexOf(index) + by) % images.length) ?? index);

  if (shown === undefined) {
    return (
      <div className={styles['stage']} data-empty>
        <Icon name="image" size={56} />
      </div>
    );
  }

  const onKeyDown = stepOnArrows(step);
  const isMany = media.length > 1;
  const name = isMany
    ? t('gallery.image', { title, number: index + 1, total: media.length })
    : title;

  return (
    <section
      aria-roledescription={t('gallery.role')}
      aria-label={t('gallery.label')}
      className={styles['gallery']}
    >
      <div className={styles['stage']} {...swipe}>
        {shown.kind === 'video' ? (
          // Sources provide no captions; the description beside it is the text alternative.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video key={shown.url} src={shown.url} controls preload="metadata" />
        ) : (
          <button
            type="button"
            className={styles['open']}
            aria-label={t('gallery.enlarge', { image: name })}
            onClick={() => setZoomed(true)}
            onKeyDown={onKeyDown}
          >
            <ResponsiveImage
              src={shown.url}
              signSize={56}
              width={shown.width ?? 800}
              height={shown.height ?? 600}
              alt={name}
              fetchPriority="high"
            />
          </button>
        )}
        {isMany && <GalleryArrows step={step} />}
        {isMany && (
          <span className={styles['place']} aria-hidden="true">
            {numberText(index + 1, code)} / {numberText(media.length, code)}
          </span>
        )}
      </div>
      {isMany && (
        <ul className={styles['thumbs']}>
          {media.map(({ url, kind }, rank) => (
            <li key={url}>
              <button
                type="button"
                aria-label={t('gallery.show', { number: rank + 1 })}
                aria-current={rank === index}
                onClick={() => setIndex(rank)}
                onKeyDown={onKeyDown}
              >
                <ResponsiveImage
                  src={kind === 'image' ? url : undefined}
                  alt=""
                  signSize={24}
                  loading="lazy"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed && shown.kind === 'image' && (
        <GalleryZoom
          medium={shown}
          name={name}
          {...(images.length > 1 ? { step: stepToImage } : {})}
          onClose={() => setZoomed(false)}
        />
      )}
    </section>
  );
};
