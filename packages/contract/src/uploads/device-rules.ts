import type * as z from 'zod/mini';
import { deviceRules, type DeviceClass } from './limits.ts';
import type { deviceInfoSchema } from './multipart.ts';
import { uploadTexts } from './texts.ts';

export type DeviceType = z.output<typeof deviceInfoSchema>['type'];

/** Why the generic call rejects a file from a kind of device (specification, section 5). */
export type DeviceError =
  | { readonly kind: 'too-large'; readonly maxMegabytes: number }
  | { readonly kind: 'unsupported-format'; readonly extensions: readonly string[] };

// The specification has two kinds of devices; tablets count as phones.
export const classOfDevice = (type: DeviceType): DeviceClass =>
  type === 'desktop' ? 'desktop' : 'mobile';

const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

/** All errors of a file by the rules of a device; empty if it is accepted. `size` is bytes. */
export const deviceErrors = (
  type: DeviceType,
  file: { readonly name: string; readonly size: number },
): readonly DeviceError[] => {
  const { maxMegabytes, extensions } = deviceRules[classOfDevice(type)];
  const known: readonly string[] = extensions;
  const errors: DeviceError[] = [];
  if (file.size > maxMegabytes * 1024 ** 2) errors.push({ kind: 'too-large', maxMegabytes });
  if (!known.includes(extensionOf(file.name))) {
    errors.push({ kind: 'unsupported-format', extensions: known });
  }
  return errors;
};

/** `File validation failed: …` with every reason, in the specification's text. */
export const deviceErrorsText = (errors: readonly DeviceError[]): string =>
  uploadTexts.validationFailed(
    errors.map((error) =>
      error.kind === 'too-large'
        ? uploadTexts.tooLarge(error.maxMegabytes)
        : uploadTexts.unsupportedFormat(error.extensions),
    ),
  );
