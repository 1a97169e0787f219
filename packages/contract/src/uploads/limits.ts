import { DAY_MS } from '../common/durations.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** The default size of a chunk in bytes (specification, section 9). */
export const DEFAULT_CHUNK_SIZE = 64 * MEBIBYTE;
/** The default timeout of an upload in milliseconds (specification, section 9). */
export const DEFAULT_UPLOAD_TIMEOUT_MS = 30_000;
/** Concurrent uploads of one batch (specification, section 9). */
export const MAX_PARALLEL_UPLOADS = 3;

/** The interval between a sender's reports of the same uploads, in milliseconds. */
export const UPLOAD_REPORT_MS = 3_000;
/** How long a reported progress is shown without a further report, in milliseconds. */
export const UPLOAD_PROGRESS_HOLD_MS = 4 * UPLOAD_REPORT_MS;

/** How long an unused file is stored. */
export const UNATTACHED_FILE_LIFETIME_MS = DAY_MS;
/** The largest number of one user's unfinished uploads. */
export const MAX_UNFINISHED_UPLOADS = 50;
/** How long a resumable upload may be inactive. */
export const RESUMABLE_LIFETIME_MS = 7 * DAY_MS;

/** The longest id of an upload, which the client chooses, in UTF-16 units. */
export const MAX_UPLOAD_ID_LENGTH = 200;
/** The longest stored file name, including the extension. */
export const MAX_FILE_NAME_LENGTH = 200;

/** The largest number of bars of a waveform, each from 0 to 100. */
export const WAVEFORM_BARS = 64;

/** The files that the generic call accepts from each kind of device (specification, section 5). */
export const deviceRules = {
  mobile: { maxMegabytes: 50, extensions: ['jpg', 'jpeg', 'png', 'pdf'] },
  desktop: {
    maxMegabytes: 500,
    extensions: ['jpg', 'jpeg', 'png', 'pdf', 'doc', 'docx', 'zip'],
  },
} as const;
export type DeviceClass = keyof typeof deviceRules;
