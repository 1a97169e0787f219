import type { TestProject } from 'vitest/node';
import { startS3Server, type S3Server } from './s3-server.ts';
import { startVirusScanner } from './virus-scanner.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Null if no S3 service is available. */
    readonly s3Server: S3Server | null;
    /** Socket of a clamd that finds the EICAR test text; null if there is none. */
    readonly virusScanner: string | null;
  }
}

/** External servers for tests, started for the run. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const [s3, scanner] = await Promise.all([startS3Server(), startVirusScanner()]);
  project.provide('s3Server', s3.server);
  project.provide('virusScanner', scanner.socket);
  return async () => {
    await Promise.all([s3.stop(), scanner.stop()]);
  };
};
