import { useEffect, useRef } from 'react';
import { lazyActions } from '#core/lazy-actions.ts';
import { useLanguage } from '#core/language/language.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { announce } from '#shared/announce.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { FileInput } from '#shared/ui/file-input.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { withinLimit } from './message-files.ts';
import styles from './composer.module.css';

interface FilesProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** The files of the next message. */
export const FileChips = ({ files, onChange }: FilesProps) => {
  const { t, code } = useLanguage();
  const count = files.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) announce(t('chat.attached', { count }));
    before.current = count;
  }, [count, t]);
  if (count === 0) return null;
  return (
    <ul data-keeps-focus className={styles['files']} aria-label={t('chat.files', { count })}>
      {files.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may differ in their index only.
        <li key={index} className={styles['chip']}>
          <MediaIcon name={file.type.startsWith('image/') ? 'image' : 'file'} size={18} />
          <span className={styles['chipName']}>
            <bdi>{file.name}</bdi>
          </span>
          <small>{fileSizeText(file.size, code)}</small>
          <IconButton
            label={t('chat.removeFile', { name: file.name })}
            onClick={() => onChange(files.filter((_, other) => other !== index))}
          >
            <Icon name="close" size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
};

const withFolders = lazyActions(() => import('./folder-files.ts'));

/** React does not name this attribute. */
const ofFolder = { webkitdirectory: '' } as const;

/** Folders are chosen on desktops; phones offer none, and have no room for the button. */
const HAS_FOLDERS = '(pointer: fine) and (width > 768px)';

interface FileButtonsProps extends FilesProps {
  /** Whether the device may have a camera. */
  readonly isHandheld: boolean;
}

/** Buttons to choose files: from the device, its folders, and its camera if it has one. */
export const FileButtons = ({ files, onChange, isHandheld }: FileButtonsProps) => {
  const { t } = useLanguage();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const hasFolders = useMediaQuery(HAS_FOLDERS);
  // The code for folders takes time to load, in which the page may render again.
  const add = useLatest((added: readonly File[]) => onChange(withinLimit([...files, ...added], t)));
  const addFiles = (chosen: readonly File[]): void => add.current(chosen);
  return (
    <>
      <FileInput ref={picker} multiple aria-label={t('chat.attach')} onFiles={addFiles} />
      <IconButton label={t('chat.attach')} onClick={() => picker.current?.click()}>
        <MediaIcon name="attach" />
      </IconButton>
      {hasFolders && (
        <>
          <FileInput
            ref={folder}
            {...ofFolder}
            aria-label={t('chat.attachFolder')}
            onFiles={(chosen) =>
              void withFolders(({ filesOfFolder }) => addFiles(filesOfFolder(chosen)))
            }
          />
          <IconButton label={t('chat.attachFolder')} onClick={() => folder.current?.click()}>
            <MediaIcon name="folder" />
          </IconButton>
        </>
      )}
      {isHandheld && (
        <>
          <FileInput
            ref={camera}
            accept="image/*"
            capture="environment"
            aria-label={t('chat.camera')}
            onFiles={addFiles}
          />
          <IconButton label={t('chat.camera')} onClick={() => camera.current?.click()}>
            <MediaIcon name="camera" />
          </IconButton>
        </>
      )}
    </>
  );
};
