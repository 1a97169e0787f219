import {
  classOfDevice,
  deviceErrors,
  deviceErrorsText,
  type DeviceError,
  type DeviceType,
} from '@izgodno/contract/uploads/device-rules';
import { deviceRules } from '@izgodno/contract/uploads/limits';
import {
  uploadResponseSchema,
  uploadRejectionSchema,
  type DeviceInfo,
  type UploadResponse,
} from '@izgodno/contract/uploads/multipart';
import type { UploadClock } from './ports.ts';

/**
 * Timeouts of the generic call on fast and slow networks, in milliseconds (specification, section
 * 7).
 */
const genericTimeoutMs = { usual: 30_000, slow: 60_000 } as const;

/** Why a single file was not uploaded. */
export type GenericError =
  | { readonly kind: 'device-rules'; readonly errors: readonly DeviceError[] }
  /** The server's reason. `code` is a code of the error catalogue, if there is one. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly text: string;
      readonly code: string | null;
    }
  /** The connection broke, or the request timed out. */
  | { readonly kind: 'unreachable' };

const textOf = (error: GenericError): string => {
  switch (error.kind) {
    case 'device-rules':
      return deviceErrorsText(error.errors);
    case 'refused':
      return `Upload failed: ${error.status} ${error.text}`;
    case 'unreachable':
      return 'Network error occurred';
  }
};

export class GenericUploadError extends Error {
  override readonly name = 'GenericUploadError';
  readonly reason: GenericError;

  constructor(error: GenericError, cause?: unknown) {
    super(textOf(error), { cause });
    this.reason = error;
  }
}

export interface UploadDevice {
  /** Stable as long as the browser keeps its storage. */
  readonly deviceId: string;
  readonly type: DeviceType;
  readonly os: string;
  readonly browser: string;
}

export interface GenericUploadPorts {
  readonly clock: Pick<UploadClock, 'after'>;
  readonly device: () => UploadDevice;
  readonly isSlowNetwork: () => boolean;
  /** Posts a form. Throws if there is no response, or throws the signal's reason. */
  readonly post: (form: FormData, signal: AbortSignal) => Promise<Response>;
  readonly log: (message: string, cause: unknown) => void;
}

const formOf = (file: Blob, name: string, device: UploadDevice): FormData => {
  const { maxMegabytes, extensions } = deviceRules[classOfDevice(device.type)];
  const deviceInfo: DeviceInfo = {
    ...device,
    capabilities: { maxMegabytes, extensions: [...extensions] },
  };
  const form = new FormData();
  form.set('deviceInfo', JSON.stringify(deviceInfo));
  form.set('file', file, name);
  return form;
};

const readResponse = async (response: Response): Promise<UploadResponse> => {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = uploadResponseSchema.safeParse(body);
  if (response.ok && parsed.success) return parsed.data;
  const { data: rejection } = uploadRejectionSchema.safeParse(body);
  throw new GenericUploadError({
    kind: 'refused',
    status: response.status,
    text: rejection?.error ?? response.statusText,
    code: rejection?.details.code ?? null,
  });
};

/**
 * Uploads one small file by the device-aware call, without the upload manager (specification,
 * sections 3, 5 and 7). Throws `GenericUploadError` or the reason of `signal`.
 */
export const createGenericUpload =
  ({ clock, device, isSlowNetwork, post, log }: GenericUploadPorts) =>
  async (file: Blob, name: string, signal?: AbortSignal): Promise<UploadResponse> => {
    const from = device();
    const errors = deviceErrors(from.type, { name, size: file.size });
    if (errors.length > 0) throw new GenericUploadError({ kind: 'device-rules', errors });
    const timeout = new AbortController();
    const stop = clock.after(isSlowNetwork() ? genericTimeoutMs.slow : genericTimeoutMs.usual, () =>
      timeout.abort(),
    );
    const either =
      signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]);
    try {
      return await readResponse(await post(formOf(file, name, from), either));
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof GenericUploadError) throw error;
      log('A file could not be uploaded', error);
      throw new GenericUploadError({ kind: 'unreachable' }, error);
    } finally {
      stop();
    }
  };
