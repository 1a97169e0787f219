import { useInfiniteQuery } from '@tanstack/react-query';
import { dateFormat } from '#core/format/date-format.ts';
import { apiOrigin } from '#core/api/api.ts';
import { errorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { fileSizeText } from '#core/uploads/browser/file-size.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon, mediaIconOf } from '#shared/ui/media-icon.tsx';
import { filesQuery } from './channel-calls.ts';
import { MoreOfQuery } from '../../more-of-query.tsx';
import styles from './info.module.css';

interface FilesProps {
  readonly channelId: string;
  readonly onJump: (seq: number) => void;
}

/** The files of a channel, newest first. */
export const Files = ({ channelId, onJump }: FilesProps) => {
  const { t, code } = useLanguage();
  const query = useInfiniteQuery(filesQuery(channelId));
  const { data, error } = query;
  const files = data?.pages.flatMap((page) => page.files) ?? [];
  const date = dateFormat(code, { dateStyle: 'medium' });
  return (
    <div className={styles['stack']}>
      {error !== null && <p role="alert">{t(errorText(error))}</p>}
      <ul className={styles['list']} aria-label={t('channelInfo.files')}>
        {files.map(({ attachment, messageId, seq, sender, createdAt }) => {
          const { id, fileName, fileSize, fileUrl, mimeType, thumbnailUrl } = attachment;
          return (
            <li key={`${messageId} ${id}`} className={styles['person']}>
              {thumbnailUrl === undefined ? (
                <MediaIcon name={mediaIconOf(mimeType)} size={26} />
              ) : (
                <img
                  className={styles['thumbnail']}
                  src={new URL(thumbnailUrl, apiOrigin).href}
                  alt=""
                  loading="lazy"
                />
              )}
              <span className={styles['grow']}>
                {fileUrl === null ? (
                  <bdi>{fileName}</bdi>
                ) : (
                  <a
                    className={styles['link']}
                    href={new URL(fileUrl, apiOrigin).href}
                    download={fileName}
                  >
                    <bdi>{fileName}</bdi>
                  </a>
                )}
                <small>
                  {fileSizeText(fileSize, code)} · <bdi>{sender.name}</bdi> ·{' '}
                  {date.format(new Date(createdAt))}
                </small>
              </span>
              <IconButton
                label={t('channelInfo.showFile', { name: fileName })}
                onClick={() => onJump(seq)}
              >
                <Icon name="chevronRight" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {data !== undefined && files.length === 0 && (
        <p className={styles['muted']}>{t('channelInfo.noFiles')}</p>
      )}
      <MoreOfQuery query={query} />
    </div>
  );
};
