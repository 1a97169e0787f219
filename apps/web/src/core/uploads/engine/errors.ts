import { uploadTexts } from '@izgodno/contract/uploads/texts';

/** Why a file is rejected before the upload. */
export type FileError =
  | { readonly kind: 'empty' }
  /** An image that cannot be decoded. */
  | { readonly kind: 'corrupt' }
  | { readonly kind: 'exceeds-limit'; readonly size: number; readonly limit: number }
  | { readonly kind: 'too-many'; readonly limit: number }
  | { readonly kind: 'type-rejected'; readonly mimeType: string };

/** Why an upload failed. */
export type UploadError =
  /** The server responded with 413 (specification: type `file_too_large`). */
  | { readonly kind: 'server-rejected'; readonly size: number; readonly limit: number }
  /** The server's reason: its message, and its code if there is one. */
  | { readonly kind: 'refused'; readonly text: string; readonly code: string | null }
  /** The connection broke, or the request timed out. */
  | { readonly kind: 'unreachable' }
  /** The file was changed, moved or removed on the device since it was chosen. */
  | { readonly kind: 'file-unavailable' };

/** The English text of a file's error, as in the specification. */
const fileErrorText = (error: FileError): string => {
  switch (error.kind) {
    case 'empty':
      return 'File is empty';
    case 'corrupt':
      return 'Image is damaged';
    case 'exceeds-limit':
      return uploadTexts.exceedsServerLimit(error.size, error.limit);
    case 'too-many':
      return `Too many files. Maximum: ${error.limit}`;
    case 'type-rejected':
      return `File type not supported: ${error.mimeType}`;
  }
};

export interface NamedError {
  /** Index in the batch, from 0. */
  readonly index: number;
  readonly fileName: string;
  readonly error: FileError;
}

/** A rejected batch with all its invalid files. None of its uploads has started. */
export class BatchRejectedError extends Error {
  override readonly name = 'BatchRejectedError';
  readonly errors: readonly NamedError[];

  constructor(errors: readonly NamedError[]) {
    const lines = errors.map(
      ({ index, fileName, error }) => `File ${index + 1} (${fileName}): ${fileErrorText(error)}`,
    );
    super(['Server configuration validation failed', ...lines].join('\n'));
    this.errors = errors;
  }
}

/** Why uploads are off (specification, sections 5 and 8). */
const serviceTexts = {
  incomplete: 'Incomplete server configuration - missing required file specs',
  'not-loaded': 'Server configuration not loaded - validation impossible',
  'not-initialized': 'Upload service not initialized - SERVER CONFIG required',
} as const;
export type ServiceError = keyof typeof serviceTexts;

/** There is no upload configuration. */
export class UploadsDisabledError extends Error {
  override readonly name = 'UploadsDisabledError';
  readonly reason: ServiceError;

  constructor(error: ServiceError) {
    super(serviceTexts[error]);
    this.reason = error;
  }
}
