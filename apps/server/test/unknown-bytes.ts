import { randomBytes } from 'node:crypto';

/** The beginning of no known type of file: wholly random bytes begin like one now and then. */
const HEAD = Buffer.from('none');

/** So many bytes of a file of unknown type, others each time. */
export const unknownBytes = (length: number): Buffer =>
  Buffer.concat([HEAD, randomBytes(length - HEAD.length)]);
