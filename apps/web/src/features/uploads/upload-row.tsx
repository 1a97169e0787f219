import { useLanguage } from '#core/language/language.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import {
  errorTypeOf,
  percentOf,
  secondsRemaining,
  speedOf,
} from '#core/uploads/engine/progress.ts';
import { isSettled, type Upload } from '#core/uploads/engine/upload.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { FileImage } from '#shared/ui/file-image.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon, mediaIconOf } from '#shared/ui/media-icon.tsx';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import {
  durationText,
  mayRetry,
  phaseText,
  uploadErrorText,
} from '#core/uploads/browser/upload-texts.ts';
import styles from './upload-manager.module.css';

/** A thumbnail of an image while the page has the file; other files have an icon. */
const Thumbnail = ({ upload }: { upload: Upload }) => {
  const { id, mimeType } = upload.facts;
  const file = mimeType.startsWith('image/') ? uploads.fileOf(id) : null;
  const icon = <MediaIcon name={mediaIconOf(mimeType)} />;
  return (
    <span className={styles['thumbnail']}>
      {file === null ? icon : <FileImage file={file} fallback={icon} />}
    </span>
  );
};

const Actions = ({ upload }: { upload: Upload }) => {
  const { t } = useLanguage();
  const { id, fileName: name, resumable } = upload.facts;
  const sending = upload.status === 'uploading' && upload.step.kind === 'sending';
  const isPaused = upload.status === 'paused';
  return (
    <span className={styles['actions']}>
      {(isPaused || (resumable && sending)) && (
        // One button, so that the focus stays in it.
        <IconButton
          label={t(isPaused ? 'uploads.resume' : 'uploads.pause', { name })}
          onClick={() => uploads.act((engine) => (isPaused ? engine.resume(id) : engine.pause(id)))}
        >
          <MediaIcon name={isPaused ? 'play' : 'pause'} size={18} />
        </IconButton>
      )}
      {upload.status === 'error' && mayRetry(upload) && (
        <IconButton
          label={t('uploads.retry', { name })}
          onClick={() => uploads.act((engine) => engine.retry(id))}
        >
          <MediaIcon name="retry" size={18} />
        </IconButton>
      )}
      {upload.status === 'uploading' && (
        <IconButton
          label={t('uploads.cancel', { name })}
          onClick={() => uploads.act((engine) => engine.cancel(id))}
        >
          <Icon name="close" size={18} />
        </IconButton>
      )}
    </span>
  );
};

/** One file in the manager. `kept`: whether it would survive the page. */
export const UploadRow = ({ upload, stored }: { upload: Upload; stored: boolean }) => {
  // Each progress of one file shows all of them again.
  'use memo';
  const language = useLanguage();
  const { t, code } = language;
  const { fileName: name, fileSize } = upload.facts;
  const percent = percentOf(upload);
  const speed = speedOf(upload);
  const seconds = secondsRemaining(upload);
  return (
    <li
      data-keeps-focus
      tabIndex={-1}
      className={styles['row']}
      data-status={upload.status}
      data-error-type={errorTypeOf(upload) ?? undefined}
    >
      <Thumbnail upload={upload} />
      <span className={styles['name']} title={name}>
        <bdi>{name}</bdi>
      </span>
      <span className={styles['size']}>{fileSizeText(fileSize, code)}</span>
      <Actions upload={upload} />
      <progress max={100} value={percent} aria-label={t('uploads.progressOf', { name })} />
      <span className={styles['state']}>
        <span>{t('uploads.average', { percent })}</span>
        <span>{phaseText(language, upload)}</span>
        {speed !== null && <span>{t('uploads.speed', { speed: fileSizeText(speed, code) })}</span>}
        {seconds !== null && (
          <span>{t('uploads.timeLeft', { time: durationText(language, seconds) })}</span>
        )}
      </span>
      {upload.status === 'error' && (
        <span className={styles['error']}>{uploadErrorText(language, upload.error)}</span>
      )}
      {!stored && !isSettled(upload) && (
        <span className={styles['hint']}>
          {t('uploads.unkept', { limit: fileSizeText(uploads.keepLimit(), code) })}
        </span>
      )}
    </li>
  );
};
