import type { Media } from '@izgodno/contract/deals/deal';
import { useState, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Picture } from '#shared/ui/picture.tsx';
import styles from './gallery.module.css';

/** One medium at a time; arrow keys, the arrows beside it and the small pictures change it. */
export const Gallery = ({ media, title }: { media: readonly Media[]; title: string }) => {
  const { t } = useLanguage();
  const [index, setIndex] = useState(0);
  const shown = media[index];
  const step = (by: number) => setIndex((index + by + media.length) % media.length);

  if (shown === undefined) {
    return (
      <div className={styles['stage']}>
        <Icon name="image" size={56} />
      </div>
    );
  }

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') step(1);
    if (key === 'ArrowLeft') step(-1);
  };

  return (
    <section
      aria-roledescription={t('gallery.role')}
      aria-label={t('gallery.label')}
      className={styles['gallery']}
    >
      <div className={styles['stage']}>
        {shown.kind === 'video' ? (
          // Sources give no captions; the description beside it tells of the deal in words.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video key={shown.url} src={shown.url} controls preload="metadata" />
        ) : (
          <Picture
            src={shown.url}
            signSize={56}
            width={shown.width ?? 800}
            height={shown.height ?? 600}
            alt={
              media.length > 1
                ? t('gallery.picture', { title, number: index + 1, total: media.length })
                : title
            }
            fetchPriority="high"
          />
        )}
        {media.length > 1 && (
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
        )}
      </div>
      {media.length > 1 && (
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
                <Picture
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
    </section>
  );
};
