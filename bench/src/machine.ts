import { availableParallelism, cpus, totalmem } from 'node:os';

/** The machine of the measurement. */
export const describeMachine = (): Readonly<Record<string, string | number>> => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
});
