import { availableParallelism, cpus, totalmem } from 'node:os';

/** What a figure was measured on. */
export const describeMachine = (): Readonly<Record<string, string | number>> => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
});
