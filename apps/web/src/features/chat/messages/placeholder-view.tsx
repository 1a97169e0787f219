import { UPLOAD_PROGRESS_HOLD_MS } from '@izgodno/contract/uploads/limits';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { uploads, useUploads } from '#core/uploads/browser/uploads.ts';
import { phaseText } from '#core/uploads/browser/upload-texts.ts';
import { percentOf } from '#core/uploads/engine/progress.ts';
import type { Upload } from '#core/uploads/engine/upload.ts';
import { after } from '#shared/browser-events.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { FileImage } from '#shared/ui/file-image.tsx';
import { FileInput } from '#shared/ui/file-input.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { isImage, type ShownAttachment } from './shown-attachment.ts';
import styles from './attachment.module.css';

export interface PlaceholderViewProps {
  readonly attachment: ShownAttachment;
  /** Sends a file in place of one that never came. Absent: the user may not. */
  readonly onChooseAgain: ((file: File) => void) | undefined;
}

/** The placeholder of a missing file: its progress, or why it does not come. */
export const PlaceholderView = ({ attachment, onChooseAgain }: PlaceholderViewProps) => {
  const { fileName: name, placeholderId } = attachment;
  const upload = useUploads().uploads.find(({ facts }) => facts.placeholderId === placeholderId);
  return (
    <>
      {upload !== undefined && isImage(attachment) ? (
        <Preview upload={upload} />
      ) : (
        <MediaIcon name={isImage(attachment) ? 'image' : 'file'} size={26} />
      )}
      <span className={styles['fileName']}>
        <bdi>{name}</bdi>
      </span>
      {upload === undefined ? <FileState attachment={attachment} /> : <OwnUpload upload={upload} />}
      {onChooseAgain !== undefined && upload === undefined && isNotSent(attachment) && (
        <ChooseAgain name={name} onFile={onChooseAgain} />
      )}
    </>
  );
};

const Preview = ({ upload }: { upload: Upload }) => {
  const file = uploads.fileOf(upload.facts.id);
  const icon = <MediaIcon name="image" size={26} />;
  return file === null ? icon : <FileImage file={file} fallback={icon} />;
};

const SizeAndState = ({
  fileSize,
  state,
}: {
  readonly fileSize: number;
  readonly state: string;
}) => {
  const { code } = useLanguage();
  return (
    <span className={styles['fileSize']}>
      {fileSizeText(fileSize, code)} · {state}
    </span>
  );
};

/** The progress of a file that this page uploads. */
const OwnUpload = ({ upload }: { readonly upload: Upload }) => {
  const language = useLanguage();
  const { t } = language;
  const { fileName: name, fileSize } = upload.facts;
  return (
    <>
      <SizeAndState fileSize={fileSize} state={phaseText(language, upload)} />
      <progress max={100} value={percentOf(upload)} aria-label={t('chat.uploadOf', { name })} />
    </>
  );
};

/** The state of a file that another page uploads: pending, failed or removed. */
const fateOf = ({ uploadStatus, isPlaceholder }: ShownAttachment) => {
  if (uploadStatus !== 'failed') return 'chat.fileComing';
  return isPlaceholder ? 'chat.fileNotUploaded' : 'error.fileRefused';
};

/** How far the sender's device says that a file is, in percent; undefined while it says nothing. */
const useReportedProgress = (placeholderId: string | null): number | undefined => {
  const [progress, setProgress] = useState<number>();
  useEffect(() => {
    let stopHolding: Unsubscribe | undefined;
    const stop = realtime.listen((received) => {
      if (received.type !== 'upload.progress') return;
      const file = received.data.files.find((report) => report.placeholderId === placeholderId);
      if (file === undefined) return;
      setProgress(file.progress);
      stopHolding?.();
      stopHolding = after(UPLOAD_PROGRESS_HOLD_MS, () => setProgress(undefined));
    });
    return () => {
      stop();
      stopHolding?.();
    };
  }, [placeholderId]);
  return progress;
};

/** The state of a file that another page uploads. */
const FileState = ({ attachment }: Pick<PlaceholderViewProps, 'attachment'>) => {
  const { t } = useLanguage();
  const percent = useReportedProgress(attachment.placeholderId);
  const isMoving = percent !== undefined && attachment.uploadStatus !== 'failed';
  const state = isMoving ? t('chat.fileUploading', { percent }) : t(fateOf(attachment));
  return <SizeAndState fileSize={attachment.fileSize} state={state} />;
};

const isNotSent = ({ uploadStatus, isPlaceholder }: ShownAttachment): boolean =>
  uploadStatus === 'failed' && isPlaceholder;

const ChooseAgain = ({ name, onFile }: { name: string; onFile: (file: File) => void }) => {
  const { t } = useLanguage();
  const picker = useRef<HTMLInputElement>(null);
  const label = t('chat.chooseAgain', { name });
  return (
    <>
      <FileInput
        ref={picker}
        aria-label={label}
        onFiles={([file]) => {
          if (file !== undefined) onFile(file);
        }}
      />
      <IconButton label={label} onClick={() => picker.current?.click()}>
        <MediaIcon name="retry" size={18} />
      </IconButton>
    </>
  );
};
