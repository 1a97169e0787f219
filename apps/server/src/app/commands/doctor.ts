import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckStatus, Finding } from '@izgodno/contract/system/doctor-calls';
import { ConfigurationError, describeSettings, readConfiguration } from '#config/configuration.ts';
import type { Settings } from '#config/settings.ts';
import { systemClock } from '#platform/clock.ts';
import { explainForeignFolder } from '#platform/data-folder.ts';
import { findRunningPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { examineAll } from '#features/system/api.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run doctor

Examines what the product needs, whether it runs or not, with the settings of the environment. Exits
with 1 if a check found an error.`;

const words: Readonly<Record<CheckStatus, string>> = {
  healthy: 'ok',
  degraded: 'WARNING',
  error: 'ERROR',
  skipped: '-',
};

const describe = ({ name, status, found, mend }: Finding): string => {
  const line = `${words[status].padEnd(8)} ${name.padEnd(12)} ${found.en}`;
  return mend === null ? line : `${line}\n${' '.repeat(22)}${mend.en}`;
};

/** The database of the settings; null if the embedded one does not run. */
const findDatabase = async ({ DATABASE_URL, DATA_DIR }: Settings): Promise<string | null> =>
  DATABASE_URL ??
  (await findRunningPostgres(path.join(DATA_DIR, 'postgres')).catch(() => undefined)) ??
  null;

interface Examination {
  readonly text: string;
  readonly isWell: boolean;
}

/** An error that keeps the checks from being made. */
const unexamined = (name: string, text: string): Examination => ({
  text: text.replaceAll(/^/gm, `${words.error.padEnd(8)} ${name.padEnd(12)} `),
  isWell: false,
});

const examine = async (): Promise<Examination> => {
  const settings = readConfiguration(process.env);
  const foreign = await explainForeignFolder(settings.DATA_DIR);
  if (foreign !== null) return unexamined('account', foreign);
  const findings = await examineAll({
    settings,
    environment: process.env,
    connectionString: await findDatabase(settings),
    clock: systemClock,
  });
  const count = (wanted: CheckStatus): number =>
    findings.filter(({ status }) => status === wanted).length;
  const errors = count('error');
  const sum = `Errors: ${errors}, warnings: ${count('degraded')}.`;
  return { text: [...findings.map(describe), sum].join('\n'), isWell: errors === 0 };
};

const run = async (): Promise<Examination> => {
  try {
    return await examine();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return unexamined('settings', error.message);
  }
};

await runCommand(
  USAGE,
  async () => {
    parseArgs();
    const { text, isWell } = await run();
    if (!isWell) process.exitCode = 1;
    return text;
  },
  `${USAGE}\n\n${describeSettings()}`,
);
// A check without a response may still wait.
process.stdout.write('', () => process.exit());
