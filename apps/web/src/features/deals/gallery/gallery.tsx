import type { Media } from '@izgodno/contract/deals/deal';
import { useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { GalleryArrows, stepOnArrows, useSwipe } from './gallery-steps.tsx';
import { GalleryZoom } from './gallery-zoom.tsx';
import styles from './gallery.module.css';

/** One medium at a time, changed by arrow keys, swipes, arrow buttons and thumbnails. */
export const Gallery = ({ media, title }: { media: readonly Media[]; title: string }) => {
  const { t } = useLanguage();
  const [index, setIndex] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const step = (by: number) => setIndex((index + by + media.length) % media.length);
  const swipe = useSwipe(step);
  const shown = media[index];
  const images = media.flatMap(({ kind }, place) => (kind === 'image' ? place : []));
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
            aria-label={t('gallery.enlarge', { picture: name })}
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
            {index + 1} / {media.length}
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
