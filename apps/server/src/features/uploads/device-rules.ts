import {
  deviceErrors,
  deviceErrorsText,
  type DeviceType,
} from '@izgodno/contract/uploads/device-rules';
import { UploadRefusedError } from './refusal.ts';

/**
 * Throws the specification's error (section 5) for a file that the generic call does not accept
 * from this device.
 */
export const requireDeviceRules = (
  type: DeviceType,
  file: { readonly name: string; readonly size: number },
): void => {
  const faults = deviceErrors(type, file);
  if (faults.length === 0) return;
  const tooLarge = faults.some(({ kind }) => kind === 'too-large');
  throw new UploadRefusedError(
    tooLarge ? 'file_too_large' : 'file_type_refused',
    deviceErrorsText(faults),
  );
};
