import { deviceRules, type DeviceClass } from '@izgodno/contract/uploads/limits';
import type { deviceInfoSchema } from '@izgodno/contract/uploads/multipart';
import { uploadTexts } from '@izgodno/contract/uploads/texts';
import type * as z from 'zod/mini';
import type { ErrorCode } from '@izgodno/contract/common/errors';
import { UploadRefusedError } from './refusal.ts';

type DeviceType = z.output<typeof deviceInfoSchema>['type'];

// The specification knows two kinds of devices; a tablet's files are a phone's.
const classOf = (type: DeviceType): DeviceClass => (type === 'desktop' ? 'desktop' : 'mobile');

const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

/** Throws the specification's refusal (section 5) for a file that the generic call does not take from this device. */
export const requireDeviceRules = (
  type: DeviceType,
  file: { readonly name: string; readonly size: number },
): void => {
  const { maxMegabytes, extensions } = deviceRules[classOf(type)];
  const known: readonly string[] = extensions;
  const reasons: string[] = [];
  let code: ErrorCode = 'file_type_refused';
  if (!known.includes(extensionOf(file.name))) reasons.push(uploadTexts.unsupportedFormat(known));
  if (file.size > maxMegabytes * 1024 ** 2) {
    code = 'file_too_large';
    reasons.unshift(uploadTexts.tooLarge(maxMegabytes));
  }
  if (reasons.length > 0) throw new UploadRefusedError(code, uploadTexts.validationFailed(reasons));
};
