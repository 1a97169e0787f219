import { DAY_MS } from '../common/durations.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Bytes of a chunk where the server's configuration names none (specification, section 9). */
export const DEFAULT_CHUNK_SIZE = 64 * MEBIBYTE;
/** Milliseconds that an upload may take where the server's configuration names none (specification, section 9). */
export const DEFAULT_UPLOAD_TIMEOUT_MS = 30_000;
/** Files of one batch that travel at the same time at most (specification, section 9). */
export const MAX_PARALLEL_UPLOADS = 3;

/** Time after which a file that nothing holds is removed. */
export const UNATTACHED_FILE_LIFETIME_MS = DAY_MS;
/** Uploads that one person may have begun and not finished. */
export const MAX_UNFINISHED_UPLOADS = 50;
/** Time that a resumable upload may rest before it is given up. */
export const RESUMABLE_LIFETIME_MS = 7 * DAY_MS;

/** Characters of a file name that are kept; the extension always is. */
export const MAX_FILE_NAME_LENGTH = 200;

/** Bars of a voice message's waveform at most, each from 0 to 100. */
export const WAVEFORM_BARS = 64;

/** What the generic call takes from each kind of device (specification, section 5). */
export const deviceRules = {
  mobile: { maxMegabytes: 50, extensions: ['jpg', 'jpeg', 'png', 'pdf'] },
  desktop: {
    maxMegabytes: 500,
    extensions: ['jpg', 'jpeg', 'png', 'pdf', 'doc', 'docx', 'zip'],
  },
} as const;
export type DeviceClass = keyof typeof deviceRules;
