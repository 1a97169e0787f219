import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import type { UploadEngine } from '#core/uploads/engine/engine.ts';
import { explainRejection } from '#core/uploads/browser/explain-rejection.ts';
import type { LeftOut } from '#core/uploads/browser/form-files.ts';
import { nameAmong } from '#core/uploads/form-file.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileInput } from '#shared/ui/file-input.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import type { ChosenMedia } from '../browser/media-uploads.ts';
import { type DraftMedium, moveMedium, withoutMedium } from '../model/draft.ts';
import styles from './media-field.module.css';

// Most drafts begin without media; the texts of the item are not those of the form.
const MediaItem = lazyComponent(
  ['posts', 'uploads'],
  async () => (await import('./media-item.tsx')).MediaItem,
);

interface MediaFieldProps {
  readonly media: readonly DraftMedium[];
  readonly error: string | undefined;
  readonly onChange: (media: readonly DraftMedium[]) => void;
  /** Resolves as soon as files can be uploaded; rejects if that is impossible now. */
  readonly untilReady: () => Promise<UploadEngine>;
  /** Starts the upload of the files that a post can contain, and says what was left out. */
  readonly upload: (engine: UploadEngine, files: readonly File[]) => ChosenMedia;
  /** Receives what is still to be added; rejects if the files are rejected. */
  readonly onAdding: (adding: Promise<void>) => void;
}

const filesOf = (transfer: DataTransfer | null): readonly File[] => [...(transfer?.files ?? [])];

// Most files are taken.
const explain = async (leftOut: LeftOut) =>
  (await import('../browser/explain-left-out.ts')).explainLeftOut(leftOut);

/** Accepts images pasted anywhere on the page. */
const usePastedFiles = (take: (files: readonly File[]) => void): void => {
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = filesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      takeNow(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
};

interface DropZoneProps {
  readonly hintId: string;
  readonly isInvalid: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files by picker, camera or drop. */
const DropZone = ({ hintId, isInvalid, onFiles }: DropZoneProps) => {
  const { t } = useLanguage();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const hasCamera = useMediaQuery('(any-pointer: coarse)');

  const onDrop = (event: DragEvent): void => {
    setIsOver(false);
    const files = filesOf(event.dataTransfer);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };

  return (
    // Dragging is optional: the button does the same by keyboard.
    <div
      role="presentation"
      className={styles['zone']}
      data-over={isOver}
      data-faulty={isInvalid}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <MediaIcon name="image" size={28} />
      <p id={hintId}>{t('posts.mediaHint', { maximum: MAX_DEAL_MEDIA })}</p>
      <div className={styles['ways']}>
        <Button name="media" onClick={() => picker.current?.click()}>
          <MediaIcon name="upload" size={18} />
          {t('posts.chooseFiles')}
        </Button>
        {hasCamera && (
          <Button onClick={() => camera.current?.click()}>
            <MediaIcon name="camera" size={18} />
            {t('posts.camera')}
          </Button>
        )}
      </div>
      <FileInput
        ref={picker}
        multiple
        accept="image/*,video/*"
        aria-label={t('posts.chooseFiles')}
        onFiles={onFiles}
      />
      {hasCamera && (
        <FileInput
          ref={camera}
          multiple
          accept="image/*"
          capture="environment"
          aria-label={t('posts.camera')}
          onFiles={onFiles}
        />
      )}
    </div>
  );
};

/** Images and videos by picker, camera, drop or paste, ordered by buttons or dragging. */
export const MediaField = ({
  media,
  error: fieldError,
  onChange,
  untilReady,
  upload,
  onAdding,
}: MediaFieldProps) => {
  const { t } = useLanguage();
  const id = useId();
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const field = useRef<HTMLFieldSetElement>(null);

  const reject = async (error: unknown): Promise<void> =>
    setRejected(await explainRejection(error));
  // Others may have been added while the files waited.
  const add = useLatest((engine: UploadEngine, files: readonly File[]): void => {
    const { media: added, leftOut } = upload(engine, files);
    if (added.length > 0) onChange([...media, ...added]);
    if (leftOut !== null) explain(leftOut).then(setRejected, reject);
  });
  const take = (files: readonly File[]): void => {
    // A paste reaches an inert field too.
    if (files.length === 0 || field.current?.closest('[inert]')) return;
    setRejected([]);
    const adding = untilReady().then((engine) => add.current(engine, files));
    setIsAdding(true);
    adding.catch(reject).finally(() => setIsAdding(false));
    onAdding(adding);
  };
  usePastedFiles(take);

  const move = (medium: DraftMedium, index: number): void => {
    const moved = moveMedium(media, medium.key, index);
    const name = nameOf(medium);
    onChange(moved);
    setAnnouncement(
      t('posts.movedTo', { name, position: moved.indexOf(medium) + 1, total: moved.length }),
    );
  };

  const remove = (medium: DraftMedium): void => {
    const left = withoutMedium(media, medium.key);
    setAnnouncement(t('posts.removed', { name: nameOf(medium), count: left.length }));
    const choose = left.length === 0 ? field.current?.elements.namedItem('media') : null;
    if (choose instanceof HTMLElement) choose.focus();
    onChange(left);
  };

  const nameOf = (medium: DraftMedium): string =>
    nameAmong(media, medium) || t('posts.mediumNumber', { number: media.indexOf(medium) + 1 });

  return (
    <fieldset
      ref={field}
      className={styles['field']}
      aria-describedby={fieldError === undefined ? `${id}-hint` : `${id}-fault ${id}-hint`}
    >
      <legend className={styles['legend']}>{t('posts.media')}</legend>
      <DropZone hintId={`${id}-hint`} isInvalid={fieldError !== undefined} onFiles={take} />
      {fieldError !== undefined && (
        <p id={`${id}-fault`} className={styles['fault']}>
          {fieldError}
        </p>
      )}
      {rejected.length > 0 && (
        <div role="alert" className={styles['fault']}>
          {rejected.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name.
            <p key={index}>{line}</p>
          ))}
        </div>
      )}
      {(isAdding || media.length > 0) && (
        <ol data-keeps-focus className={styles['media']} aria-label={t('posts.chosenMedia')}>
          <Eventually>
            {media.map((medium, index) => (
              <MediaItem
                key={medium.key}
                medium={medium}
                name={nameOf(medium)}
                index={index}
                total={media.length}
                onMove={(to) => move(medium, to)}
                onDropHere={(droppedKey) => {
                  const dropped = media.find(({ key }) => key === droppedKey);
                  if (dropped !== undefined) move(dropped, index);
                }}
                onRemove={() => remove(medium)}
              />
            ))}
          </Eventually>
        </ol>
      )}
      <output className="visually-hidden">{announcement}</output>
    </fieldset>
  );
};
