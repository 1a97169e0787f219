import { useEffect, useRef } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { uploads, useUploads } from '#core/uploads/browser/uploads.ts';
import { percentOf } from '#core/uploads/engine/progress.ts';
import { mayRetry, uploadErrorText } from '#core/uploads/browser/upload-texts.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { mediumState } from '../browser/media-uploads.ts';
import { mediumSource } from '../browser/medium-source.ts';
import type { DraftMedium } from '../model/draft.ts';
import styles from './media-item.module.css';

/** The data type of a dragged medium. */
const DRAG_TYPE = 'application/x-draft-medium';

interface MediaItemProps {
  readonly medium: DraftMedium;
  readonly name: string;
  /** From 0. */
  readonly index: number;
  readonly total: number;
  readonly onMove: (index: number) => void;
  /** Takes the key of the medium that was dragged here; empty if something else was. */
  readonly onDropHere: (key: string) => void;
  readonly onRemove: () => void;
}

/**
 * Keeps the focus on the button that moved its own item, because the browser drops it with the
 * move.
 */
const useFocusThroughMoves = () => {
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  });
  return (event: { currentTarget: HTMLButtonElement }): void => {
    pressed.current = event.currentTarget;
  };
};

/** An image or video of the draft with its position, state and actions. */
export const MediaItem = ({
  medium,
  name,
  index,
  total,
  onMove,
  onDropHere,
  onRemove,
}: MediaItemProps) => {
  const { t } = useLanguage();
  const keepFocus = useFocusThroughMoves();
  const isMain = index === 0;

  const mover = (to: number, label: string, icon: 'chevronLeft' | 'chevronRight' | 'star') => {
    const isPossible = to !== index && to >= 0 && to < total;
    return (
      <IconButton
        label={label}
        disabled={!isPossible}
        onClick={(event) => {
          keepFocus(event);
          onMove(to);
        }}
      >
        <Icon name={icon} size={18} />
      </IconButton>
    );
  };

  return (
    // Dragging is optional for pointers; the buttons below do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles['item']}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, medium.key)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAG_TYPE)) event.preventDefault();
      }}
      onDrop={({ dataTransfer }) => onDropHere(dataTransfer.getData(DRAG_TYPE))}
    >
      <div className={styles['picture']}>
        {medium.kind === 'image' ? (
          <ResponsiveImage
            src={mediumSource(medium)}
            alt={t('posts.mediumAlt', { name, position: index + 1, total })}
            signSize={28}
            draggable={false}
          />
        ) : (
          <MediaIcon name="play" size={32} />
        )}
        {isMain && <span className={styles['main']}>{t('posts.main')}</span>}
      </div>
      <UploadState medium={medium} name={name} />
      <div className={styles['actions']}>
        {mover(index - 1, t('posts.moveEarlier', { name }), 'chevronLeft')}
        {mover(index + 1, t('posts.moveLater', { name }), 'chevronRight')}
        {mover(0, t('posts.makeMain', { name }), 'star')}
        <IconButton
          label={t('posts.removeMedium', { name })}
          onClick={() => {
            uploads.act((engine) => engine.cancel(medium.key));
            onRemove();
          }}
        >
          <Icon name="close" size={18} />
        </IconButton>
      </div>
    </li>
  );
};

const UploadState = ({ medium, name }: { medium: DraftMedium; name: string }) => {
  const language = useLanguage();
  const { t } = language;
  const state = mediumState(medium, useUploads().uploads);
  switch (state.kind) {
    case 'ready':
      return null;
    case 'uploading':
      return (
        <progress
          className={styles['progress']}
          max={100}
          value={percentOf(state.upload)}
          aria-label={t('uploads.progressOf', { name })}
        />
      );
    case 'failed':
      return (
        <div role="alert" className={styles['fault']}>
          <p>{uploadErrorText(language, state.upload.error)}</p>
          {mayRetry(state.upload) && (
            <button type="button" onClick={() => uploads.act((engine) => engine.retry(medium.key))}>
              {t('shell.tryAgain')}
            </button>
          )}
        </div>
      );
    case 'broken-off':
      return <p className={styles['fault']}>{t('posts.brokenOff')}</p>;
  }
};
