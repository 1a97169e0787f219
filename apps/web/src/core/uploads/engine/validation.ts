import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import { BatchRefusedError, type FileFault, type NamedFault } from './faults.ts';

/** The name, size and type of a file. */
export interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Media type as the browser reports it; may be empty. */
  readonly type: string;
}

type Limits = Pick<UploadConfig, 'maxFileSize' | 'maxFiles' | 'allowedTypes'>;

const allows = (allowed: readonly string[], type: string): boolean =>
  // If the browser does not know the type, the server checks the content.
  type === '' ||
  allowed.length === 0 ||
  allowed.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type,
  );

/**
 * Returns the error of one file, or null. `count` is how many files the message or post already
 * has; one more is accepted while it is below `maxFiles` (specification, section 5).
 */
const validateFile = (file: FileFacts, count: number, limits: Limits): FileFault | null => {
  if (count >= limits.maxFiles) return { kind: 'too-many', limit: limits.maxFiles };
  if (file.size <= 0) return { kind: 'empty' };
  if (file.size > limits.maxFileSize) {
    return { kind: 'exceeds-limit', size: file.size, limit: limits.maxFileSize };
  }
  // `audio/webm;codecs=opus` counts as `audio/webm`.
  const mimeType = file.type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return allows(limits.allowedTypes, mimeType) ? null : { kind: 'type-refused', mimeType };
};

/** Throws `BatchRefusedError` with every invalid file. */
export const validateBatch = (files: readonly FileFacts[], count: number, limits: Limits): void => {
  const faults = files.flatMap((file, index): NamedFault[] => {
    const fault = validateFile(file, count + index, limits);
    return fault === null ? [] : [{ index, fileName: file.name, fault }];
  });
  if (faults.length > 0) throw new BatchRefusedError(faults);
};
