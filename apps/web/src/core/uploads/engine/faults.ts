import { uploadTexts } from '@izgodno/contract/uploads/texts';

/** Why a file is not taken before anything is sent. */
export type FileFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'exceeds-limit'; readonly size: number; readonly limit: number }
  | { readonly kind: 'too-many'; readonly limit: number }
  | { readonly kind: 'type-refused'; readonly mimeType: string };

/** Why an upload came to nothing. */
export type UploadFault =
  /** The server answered 413 (specification: type `file_too_large`). */
  | { readonly kind: 'server-rejected'; readonly size: number; readonly limit: number }
  /** The server said why: its sentence, and its code where it gave one. */
  | { readonly kind: 'refused'; readonly text: string; readonly code: string | null }
  /** The connection broke, or the time was up. */
  | { readonly kind: 'unreachable' }
  /** Changed, moved or removed on the device since it was chosen. */
  | { readonly kind: 'file-gone' };

/** The sentence of a file's fault in English, as the specification has it. */
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
  /** Place in the batch, from 0. */
  readonly index: number;
  readonly fileName: string;
  readonly fault: FileFault;
}

/** A batch that is not taken: all its faulty files at once. Nothing of it has begun. */
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

/** Why nothing can be uploaded at all (specification, sections 5 and 8). */
const serviceTexts = {
  incomplete: 'Incomplete server configuration - missing required file specs',
  'not-loaded': 'Server configuration not loaded - validation impossible',
  'not-initialized': 'Upload service not initialized - SERVER CONFIG required',
} as const;
export type ServiceFault = keyof typeof serviceTexts;

/** There is no configuration to upload by. */
export class UploadsDisabledError extends Error {
  override readonly name = 'UploadsDisabledError';
  readonly fault: ServiceFault;

  constructor(fault: ServiceFault) {
    super(serviceTexts[fault]);
    this.fault = fault;
  }
}
