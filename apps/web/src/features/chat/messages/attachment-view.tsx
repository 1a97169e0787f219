import type { CSSProperties } from 'react';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { PlaceholderView, TextPreview, VoicePlayer } from '../slots.ts';
import { isImage, type ShownAttachment } from './shown-attachment.ts';
import styles from './attachment.module.css';

/** The maximum size of an image in a message, in pixels. */
const MAX_WIDTH = 360;
const MAX_HEIGHT = 320;
/** For images of unknown size. */
const UNKNOWN = { width: 320, height: 240 } as const;

/** Returns the size reserved for an image, so that nothing moves when it loads. */
const frameOf = (size: {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}): CSSProperties => {
  const width = size.width ?? UNKNOWN.width;
  const height = size.height ?? UNKNOWN.height;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.round(width * scale), aspectRatio: `${width} / ${height}` };
};

/** Shows the frame at this time before the video plays, in browsers that otherwise show none. */
const POSTER_TIME = '#t=0.1';

/** The texts that the server recognises by their content, as UTF-8. */
const texts: ReadonlySet<string> = new Set(['text/plain', 'text/csv']);

interface AttachmentViewProps {
  readonly attachment: ShownAttachment;
  readonly onOpenImage: (attachment: ShownAttachment) => void;
  /** Sends a file in place of one that never came. Absent: the user may not. */
  readonly onChooseAgain?: ((file: File) => void) | undefined;
}

/**
 * An attachment of a message: shows images and the beginning of texts, plays audio and video, and
 * offers other files for download.
 */
export const AttachmentView = ({ attachment, onOpenImage, onChooseAgain }: AttachmentViewProps) => {
  const { fileUrl, mimeType, fileName } = attachment;
  if (fileUrl === null) {
    return (
      <div className={styles['place']}>
        <Eventually>
          <PlaceholderView attachment={attachment} onChooseAgain={onChooseAgain} />
        </Eventually>
      </div>
    );
  }
  if (isImage(attachment)) {
    return <ImageView attachment={attachment} url={fileUrl} onOpen={onOpenImage} />;
  }
  if (mimeType.startsWith('audio/')) {
    return (
      <Eventually>
        <VoicePlayer attachment={attachment} />
      </Eventually>
    );
  }
  if (mimeType.startsWith('video/')) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- recordings of users have no captions.
      <video
        className={styles['video']}
        style={frameOf(attachment)}
        controls
        playsInline
        preload="metadata"
        src={fileUrl + POSTER_TIME}
        aria-label={fileName}
      />
    );
  }
  const file = <FileView attachment={attachment} url={fileUrl} />;
  if (!texts.has(mimeType)) return file;
  return (
    <div className={styles['textFile']}>
      {file}
      <Eventually>
        <TextPreview url={fileUrl} name={fileName} />
      </Eventually>
    </div>
  );
};

const ImageView = ({
  attachment,
  url,
  onOpen,
}: {
  attachment: ShownAttachment;
  url: string;
  onOpen: (attachment: ShownAttachment) => void;
}) => {
  const { t } = useLanguage();
  const { fileName: name, thumbnailUrl, width, height } = attachment;
  return (
    <button
      type="button"
      className={styles['picture']}
      style={frameOf(attachment)}
      aria-label={t('chat.openImage', { name })}
      onClick={() => onOpen(attachment)}
    >
      <img src={thumbnailUrl ?? url} alt="" width={width} height={height} decoding="async" />
    </button>
  );
};

const FileView = ({ attachment, url }: { attachment: ShownAttachment; url: string }) => {
  const { t, code } = useLanguage();
  const { fileName: name, fileSize } = attachment;
  const size = fileSizeText(fileSize, code);
  return (
    <a
      className={styles['file']}
      href={url}
      download={name}
      // It contains the visible text, so that a voice command can name the link by that.
      aria-label={`${t('chat.download', { name })} ${size}`}
    >
      <MediaIcon name="file" size={26} />
      <span className={styles['fileName']}>
        <bdi>{name}</bdi>
      </span>{' '}
      <span className={styles['fileSize']}>{size}</span>
      <MediaIcon name="download" size={18} />
    </a>
  );
};
