import { useLanguage } from '#core/language/language.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { phaseText } from '#core/uploads/browser/upload-texts.ts';
import { percentOf } from '#core/uploads/engine/progress.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import styles from './attachment.module.css';

/** The progress of a file that this page uploads. */
export const OwnUpload = ({ upload }: { upload: Upload }) => {
  const language = useLanguage();
  const { t, code } = language;
  const { fileName: name, fileSize } = upload.facts;
  return (
    <>
      <span className={styles['fileSize']}>
        {fileSizeText(fileSize, code)} · {phaseText(language, upload)}
      </span>
      <progress max={100} value={percentOf(upload)} aria-label={t('chat.uploadOf', { name })} />
    </>
  );
};
