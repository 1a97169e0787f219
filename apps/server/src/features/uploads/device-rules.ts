import {
  deviceErrors,
  deviceErrorsText,
  type DeviceType,
} from '@izgodno/contract/uploads/device-rules';
import { UploadRejectedError } from './rejection.ts';

/**
 * Throws the specification's error (section 5) for a file that the generic call does not accept
 * from this device.
 */
export const requireDeviceRules = (
  type: DeviceType,
  file: { readonly name: string; readonly size: number },
): void => {
  const errors = deviceErrors(type, file);
  if (errors.length === 0) return;
  const tooLarge = errors.some(({ kind }) => kind === 'too-large');
  throw new UploadRejectedError(
    tooLarge ? 'file_too_large' : 'file_type_refused',
    deviceErrorsText(errors),
  );
};
