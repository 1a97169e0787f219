import { GENERIC_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { note } from '#core/log.ts';
import { apiOrigin, currentToken, reportUnauthorized } from '#core/api/api.ts';
import { sharedStorage } from '#shared/storage.ts';
import { createGenericUpload } from '#core/uploads/engine/generic-upload.ts';
import { after } from '#shared/browser-events.ts';
import { isSlowLine } from '#shared/line.ts';
import { describeDevice } from './device.ts';

const DEVICE_ID_KEY = 'device-id';

/** Created once and stored, so that the same browser is the same device. */
const deviceId = (): string => {
  const known = sharedStorage.getItem(DEVICE_ID_KEY);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sharedStorage.setItem(DEVICE_ID_KEY, made);
  return made;
};

/**
 * Uploads one small file, such as an avatar, without the upload manager. Throws
 * `GenericUploadError`.
 */
export const uploadSingle = createGenericUpload({
  clock: {
    after,
  },
  device: () => ({ deviceId: deviceId(), ...describeDevice(navigator) }),
  isSlowNetwork: isSlowLine,
  post: async (form, signal) => {
    const token = currentToken();
    const response = await fetch(apiOrigin + GENERIC_UPLOAD_PATH, {
      method: 'POST',
      body: form,
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      signal,
    });
    if (response.status === 401) reportUnauthorized();
    return response;
  },
  log: note,
});
