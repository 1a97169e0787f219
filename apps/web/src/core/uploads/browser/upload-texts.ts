import { ApiError } from '@izgodno/contract/common/client';
import { uploadTexts } from '@izgodno/contract/uploads/texts';
import { errorText } from '#core/api/error-text.ts';
import type { CurrentLanguage } from '#core/language/language.ts';
import {
  BatchRejectedError,
  UploadsDisabledError,
  type FileError,
  type UploadError,
} from '#core/uploads/engine/errors.ts';
import { GenericUploadError, type GenericError } from '#core/uploads/engine/generic-upload.ts';
import { phaseOf } from '#core/uploads/engine/progress.ts';
import type { FailedUpload, Upload, UploadFacts } from '#core/uploads/engine/upload.ts';
import { fileSizeTexts } from './file-size.ts';
import { uploads } from './uploads.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Translates a known server message; other messages stay as they are. */
const rejectionText = (
  { t }: CurrentLanguage,
  { text, code }: { readonly text: string; readonly code: string | null },
): string => {
  if (text === uploadTexts.failed) return t('uploads.error.failed');
  const key = code === null ? null : errorText(new ApiError(code, 400, text));
  return key === null || key === 'error.internal' ? text : t(key);
};

/** Explains in the user's language why a file or upload failed. */
export const uploadErrorText = (
  language: CurrentLanguage,
  error: FileError | UploadError,
): string => {
  const { t, code } = language;
  switch (error.kind) {
    case 'refused':
      return rejectionText(language, error);
    case 'exceeds-limit':
    case 'server-rejected':
      return t(`uploads.error.${error.kind}`, fileSizeTexts(error.size, error.limit, code));
    default:
      return t(`uploads.error.${error.kind}`, { ...error });
  }
};

/** What the server says of the file itself. */
const ABOUT_THE_FILE = new Set<string | null>(['file_type_refused', 'file_refused', 'file_empty']);

/** Whether the same file may be accepted later. */
const mayBeAccepted = (error: UploadError): boolean =>
  error.kind === 'refused' ? !ABOUT_THE_FILE.has(error.code) : error.kind !== 'server-rejected';

/** Whether the page has the file, which an earlier page may have been unable to store. */
const hasFile = ({ id, fileSize }: UploadFacts): boolean =>
  (uploads.fileOf(id)?.size ?? fileSize) === fileSize;

/** Whether sending the file again may succeed. */
export const mayRetry = ({ error, facts }: FailedUpload): boolean =>
  mayBeAccepted(error) && hasFile(facts);

/** Explains why a single file was not uploaded. */
const genericText = (language: CurrentLanguage, error: GenericError): string => {
  const { t } = language;
  switch (error.kind) {
    case 'device-rules':
      return t('uploads.device.failed', {
        reasons: error.errors
          .map((each) =>
            each.kind === 'too-large'
              ? t('uploads.device.too-large', { maxMegabytes: each.maxMegabytes })
              : t('uploads.device.unsupported-format', { list: each.extensions.join(', ') }),
          )
          .join(' '),
      });
    case 'refused':
      // A response without a code came from a proxy, if there was a response at all.
      return error.code === null ? t('uploads.error.unreachable') : rejectionText(language, error);
    case 'unreachable':
      return t('uploads.error.unreachable');
  }
};

/** Explains why a batch or a single file was rejected: one sentence per file. */
export const rejectionTexts = (language: CurrentLanguage, error: unknown): readonly string[] => {
  const { t } = language;
  if (error instanceof GenericUploadError) return [genericText(language, error.reason)];
  if (error instanceof UploadsDisabledError) {
    const text = t(`uploads.service.${error.reason}`);
    return error.reason === 'not-loaded' ? [t('uploads.service.failed'), text] : [text];
  }
  if (!(error instanceof BatchRejectedError)) return [t('uploads.error.unreachable')];
  return [
    t('uploads.rejected'),
    ...error.errors.map(({ index, fileName, error }) =>
      t('uploads.rejectedFile', {
        number: index + 1,
        name: fileName,
        reason: uploadErrorText(language, error),
      }),
    ),
  ];
};

/** The current phase of an upload as text. */
export const phaseText = ({ t }: CurrentLanguage, upload: Upload): string => {
  if (upload.status === 'paused') return t('uploads.paused');
  if (upload.status === 'uploading' && upload.waitsFor !== null)
    return t(`uploads.waiting.${upload.waitsFor}`);
  return t(`uploads.phase.${phaseOf(upload)}`);
};

/** A duration in its largest unit. */
export const durationText = ({ t }: CurrentLanguage, seconds: number): string => {
  if (seconds < MINUTE) return t('uploads.seconds', { count: Math.max(1, Math.round(seconds)) });
  if (seconds < HOUR) return t('uploads.minutes', { count: Math.round(seconds / MINUTE) });
  return t('uploads.hours', { count: Math.round(seconds / HOUR) });
};
