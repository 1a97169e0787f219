import type { UploadConfig } from '@izgodno/contract/uploads/calls';
import { BatchRefusedError, type FileFault, type NamedFault } from './faults.ts';

/** A file as far as its name and length are concerned. */
export interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Media type as the browser has it; may be empty. */
  readonly type: string;
}

type Limits = Pick<UploadConfig, 'maxFileSize' | 'maxFiles' | 'allowedTypes'>;

const allows = (allowed: readonly string[], type: string): boolean =>
  // What the browser cannot name is left to the server, which looks inside.
  type === '' ||
  allowed.length === 0 ||
  allowed.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type,
  );

/**
 * What is wrong with one file, or null. `count` is how many the message or post holds already: one
 * more is taken while it is below `maxFiles` (specification, section 5).
 */
const validateFile = (file: FileFacts, count: number, limits: Limits): FileFault | null => {
  if (count >= limits.maxFiles) return { kind: 'too-many', limit: limits.maxFiles };
  if (file.size <= 0) return { kind: 'empty' };
  if (file.size > limits.maxFileSize) {
    return { kind: 'exceeds-limit', size: file.size, limit: limits.maxFileSize };
  }
  // `audio/webm;codecs=opus` is an `audio/webm`.
  const mimeType = file.type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return allows(limits.allowedTypes, mimeType) ? null : { kind: 'type-refused', mimeType };
};

/** Throws `BatchRefusedError` with every faulty file. */
export const validateBatch = (files: readonly FileFacts[], count: number, limits: Limits): void => {
  const faults = files.flatMap((file, index): NamedFault[] => {
    const fault = validateFile(file, count + index, limits);
    return fault === null ? [] : [{ index, fileName: file.name, fault }];
  });
  if (faults.length > 0) throw new BatchRefusedError(faults);
};
