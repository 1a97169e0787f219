import type { CheckName, Finding } from '@izgodno/contract/system/doctor-calls';
import { runChecks, type Check, type Examined } from './check.ts';
import {
  checkDescriptors,
  checkDisk,
  checkEnvironment,
  checkIndex,
  checkPort,
} from './machine-checks.ts';
import { checkMail } from './mail-check.ts';
import { checkNodes } from './nodes-check.ts';
import { checkCertificate, checkProxy } from './public-checks.ts';
import {
  checkBackup,
  checkClock,
  checkDatabase,
  checkFiles,
  checkScanner,
} from './service-checks.ts';

const checks: Readonly<Record<CheckName, Check>> = {
  port: checkPort,
  disk: checkDisk,
  database: checkDatabase,
  bus: checkNodes,
  files: checkFiles,
  scanner: checkScanner,
  mail: checkMail,
  proxy: checkProxy,
  certificate: checkCertificate,
  clock: checkClock,
  backup: checkBackup,
  index: checkIndex,
  descriptors: checkDescriptors,
  environment: checkEnvironment,
};

/** Examines everything that the product needs. Leaves nothing behind but the data folder. */
export const examineAll = (examined: Examined): Promise<readonly Finding[]> =>
  runChecks(examined, checks);
