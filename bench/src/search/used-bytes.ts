import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The memory in use after garbage collection: objects and the content of typed arrays. */
export const usedBytes = (): number => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage !== 'function') throw new Error('This Node has no gc().');
  // The content of an array is freed only after the array itself.
  for (let time = 0; time < 3; time += 1) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
