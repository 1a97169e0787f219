import { uploadTexts } from '@izgodno/contract/uploads/texts';

/** Why a file is rejected before the upload. */
export type FileFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'exceeds-limit'; readonly size: number; readonly limit: number }
  | { readonly kind: 'too-many'; readonly limit: number }
  | { readonly kind: 'type-refused'; readonly mimeType: string };

/** Why an upload failed. */
export type UploadFault =
  /** The server responded with 413 (specification: type `file_too_large`). */
  | { readonly kind: 'server-rejected'; readonly size: number; readonly limit: number }
  /** The server's reason: its message, and its code if there is one. */
  | { readonly kind: 'refused'; readonly text: string; readonly code: string | null }
  /** The connection broke, or the request timed out. */
  | { readonly kind: 'unreachable' }
  /** The file was changed, moved or removed on the device since it was chosen. */
  | { readonly kind: 'file-gone' };

/** The English text of a file's error, as in the specification. */
const fileFaultText = (fault: FileFault): string => {
  switch (fault.kind) {
    case 'empty':
      return 'File is empty';
    case 'exceeds-limit':
      return uploadTexts.exceedsServerLimit(fault.size, fault.limit);
    case 'too-many':
      return `Too many files. Maximum: ${fault.limit}`;
    case 'type-refused':
      return `File type not supported: ${fault.mimeType}`;
  }
};

export interface NamedFault {
  /** Index in the batch, from 0. */
  readonly index: number;
  readonly fileName: string;
  readonly fault: FileFault;
}

/** A rejected batch with all its invalid files. None of its uploads has started. */
export class BatchRefusedError extends Error {
  override readonly name = 'BatchRefusedError';
  readonly faults: readonly NamedFault[];

  constructor(faults: readonly NamedFault[]) {
    const lines = faults.map(
      ({ index, fileName, fault }) => `File ${index + 1} (${fileName}): ${fileFaultText(fault)}`,
    );
    super(['Server configuration validation failed', ...lines].join('\n'));
    this.faults = faults;
  }
}

/** Why uploads are off (specification, sections 5 and 8). */
const serviceTexts = {
  incomplete: 'Incomplete server configuration - missing required file specs',
  'not-loaded': 'Server configuration not loaded - validation impossible',
  'not-initialized': 'Upload service not initialized - SERVER CONFIG required',
} as const;
export type ServiceFault = keyof typeof serviceTexts;

/** There is no upload configuration. */
export class UploadsDisabledError extends Error {
  override readonly name = 'UploadsDisabledError';
  readonly fault: ServiceFault;

  constructor(fault: ServiceFault) {
    super(serviceTexts[fault]);
    this.fault = fault;
  }
}
