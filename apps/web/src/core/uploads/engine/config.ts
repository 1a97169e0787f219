import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import { formatBytes } from '@izgodno/contract/uploads/texts';
import type { ServiceFault } from './faults.ts';

export type ConfigState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly config: UploadConfig }
  | { readonly kind: 'disabled'; readonly fault: ServiceFault };

/**
 * Fills in the optional parts of the server's response; without a required part uploads are off
 * (section 5).
 */
export const completeConfig = (given: Partial<UploadConfig>): ConfigState => {
  const { maxFileSize, maxFiles, chunkSize, requestTimeout } = given;
  if (
    maxFileSize === undefined ||
    maxFiles === undefined ||
    chunkSize === undefined ||
    requestTimeout === undefined
  ) {
    return { kind: 'disabled', fault: 'incomplete' };
  }
  return {
    kind: 'ready',
    config: {
      maxFileSizeString: formatBytes(maxFileSize),
      uploadMethod: 'chunked',
      pacing: 'spec',
      allowedTypes: [],
      quota: 0,
      ...given,
      maxFileSize,
      maxFiles,
      chunkSize,
      requestTimeout,
    },
  };
};
