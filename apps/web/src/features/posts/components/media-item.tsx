import { useEffect, useRef } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { FormFileProgress } from '#core/uploads/browser/form-file-progress.tsx';
import { previewUrl } from '#core/uploads/browser/form-file-preview.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
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
            src={previewUrl(medium)}
            alt={t('posts.mediumAlt', { name, position: index + 1, total })}
            signSize={28}
            draggable={false}
          />
        ) : (
          <MediaIcon name="play" size={32} />
        )}
        {isMain && <span className={styles['main']}>{t('posts.main')}</span>}
      </div>
      <FormFileProgress file={medium} name={name} />
      <div className={styles['actions']}>
        {mover(index - 1, t('posts.moveEarlier', { name }), 'chevronLeft')}
        {mover(index + 1, t('posts.moveLater', { name }), 'chevronRight')}
        {mover(0, t('posts.makeMain', { name }), 'star')}
        <IconButton
          label={t('posts.removeMedium', { name })}
          onClick={() => {
            uploads.act((engine) => engine.withdraw(medium.key));
            onRemove();
          }}
        >
          <Icon name="close" size={18} />
        </IconButton>
      </div>
    </li>
  );
};
