import { useLanguage } from '#core/language/language.ts';
import { percentOf } from '#core/uploads/engine/progress.ts';
import type { FormFile } from '#core/uploads/form-file.ts';
import styles from './form-file-progress.module.css';
import { stateOfFile } from './form-files.ts';
import { mayRetry, uploadErrorText } from './upload-texts.ts';
import { uploads, useUploads } from './uploads.ts';

interface FormFileProgressProps {
  readonly file: FormFile;
  readonly name: string;
}

/** The progress of a form's file, or why its upload failed; nothing once it is uploaded. */
export const FormFileProgress = ({ file, name }: FormFileProgressProps) => {
  const language = useLanguage();
  const { t } = language;
  const state = stateOfFile(file, useUploads().uploads);
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
            <button
              type="button"
              aria-label={t('uploads.retry', { name })}
              onClick={() => uploads.act((engine) => engine.retry(file.key))}
            >
              {t('shell.tryAgain')}
            </button>
          )}
        </div>
      );
    case 'broken-off':
      return <p className={styles['fault']}>{t('uploads.brokenOff')}</p>;
  }
};
