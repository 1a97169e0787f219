import type * as z from 'zod/mini';
import { deviceRules, type DeviceClass } from './limits.ts';
import type { deviceInfoSchema } from './multipart.ts';
import { uploadTexts } from './texts.ts';

export type DeviceType = z.output<typeof deviceInfoSchema>['type'];

/** Why the generic call rejects a file from a kind of device (specification, section 5). */
export type DeviceFault =
  | { readonly kind: 'too-large'; readonly maxMegabytes: number }
  | { readonly kind: 'unsupported-format'; readonly extensions: readonly string[] };

// The specification has two kinds of devices; tablets count as phones.
export const classOfDevice = (type: DeviceType): DeviceClass =>
  type === 'desktop' ? 'desktop' : 'mobile';

const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';

/** All errors of a file by the rules of a device; empty if it is accepted. `size` is bytes. */
export const deviceFaults = (
  type: DeviceType,
  file: { readonly name: string; readonly size: number },
): readonly DeviceFault[] => {
  const { maxMegabytes, extensions } = deviceRules[classOfDevice(type)];
  const known: readonly string[] = extensions;
  const faults: DeviceFault[] = [];
  if (file.size > maxMegabytes * 1024 ** 2) faults.push({ kind: 'too-large', maxMegabytes });
  if (!known.includes(extensionOf(file.name))) {
    faults.push({ kind: 'unsupported-format', extensions: known });
  }
  return faults;
};

/** `File validation failed: …` with every reason, in the specification's text. */
export const deviceFaultsText = (faults: readonly DeviceFault[]): string =>
  uploadTexts.validationFailed(
    faults.map((fault) =>
      fault.kind === 'too-large'
        ? uploadTexts.tooLarge(fault.maxMegabytes)
        : uploadTexts.unsupportedFormat(fault.extensions),
    ),
  );
