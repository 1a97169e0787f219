import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  ConfigurationError,
  describeSettings,
  readConfiguration,
  quotedSettings,
  unknownSettings,
} from '#config/configuration.ts';
import type { Settings } from '#config/settings.ts';
import { createLogger } from '#platform/logger.ts';
import { describeFailure } from './describe-failure.ts';
import { announceReady, onSupervisorExit } from './supervision/supervised.ts';
import { messageOf } from '#platform/message-of.ts';
import { withDeadline } from '#platform/with-deadline.ts';

/** Milliseconds to reject calls, and for clients to move to another node. */
const LEAVE_LIMIT_MS = 5_000;

interface UncaughtOptions {
  /** Logs the error at once. */
  readonly log: (error: unknown) => void;
  /** Responds with 503 from now on, also to readiness checks, and moves clients to other nodes. */
  readonly leave: () => Promise<void>;
  readonly exit: () => void;
}

/**
 * Ends the process after an uncaught error, because the state is unknown. Logs the error first and
 * moves clients to other nodes, within `LEAVE_LIMIT_MS`.
 */
const endAfterUncaught = ({ log, leave, exit }: UncaughtOptions): void => {
  let ending = false;
  const end = async (): Promise<void> => {
    try {
      await Promise.race([leave(), sleep(LEAVE_LIMIT_MS)]);
    } catch (error) {
      log(error);
    } finally {
      exit();
    }
  };
  // Unhandled rejections arrive here too, because Node treats them as uncaught errors.
  process.on('uncaughtException', (error) => {
    // The log itself may fail, for example because its reader has ended.
    try {
      log(error);
    } catch {
      // There is no other way to report this.
    }
    if (ending) return;
    ending = true;
    void end();
  });
};

/** Milliseconds for a look at the folder of backups. */
const BACKUP_FOLDER_LIMIT_MS = 2_000;

/** Milliseconds for closing everything once the process has drained. */
const CLOSE_LIMIT_MS = 60_000;

const fail = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

const wantsHelp = (): boolean => {
  try {
    const help = { type: 'boolean', short: 'h', default: false } as const;
    return parseArgs({ options: { help } }).values.help;
  } catch (error) {
    return fail(`${messageOf(error)}\nSettings are environment variables: --help lists them.`);
  }
};

const readSettings = (): Settings => {
  try {
    return readConfiguration(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return fail(describeFailure(error));
  }
};

/** The site serves without backups. The disk of another machine may not respond at all. */
const warnWithoutBackups = async (given: Settings): Promise<void> => {
  const { examineBackupFolder } = await import('#features/system/api.ts');
  const wrong = await withDeadline(examineBackupFolder(given), BACKUP_FOLDER_LIMIT_MS).catch(
    () => null,
  );
  if (wrong !== null) process.stderr.write(`No backups: ${wrong.found.en} ${wrong.mend?.en}\n`);
};

if (wantsHelp()) {
  process.stdout.write(`Usage: npm start\n\n${describeSettings()}\n`);
  process.exit(0);
}

// A full disk behind the output, or the end of its reader, must not end or interrupt the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const settings = readSettings();
for (const { name, meant } of unknownSettings(process.env)) {
  const hint = meant === null ? '--help lists the settings.' : `Did you mean ${meant}?`;
  process.stderr.write(`${name} is not a setting and has no effect. ${hint}\n`);
}
for (const name of quotedSettings(process.env))
  process.stderr.write(`The quotation marks around ${name} are part of its value.\n`);
const stopping = new AbortController();
const stop = (reason: string): void => {
  // The terminal signals the supervisor too, which passes the signal on; so does npm.
  if (stopping.signal.aborted) return;
  say(`${reason}: stopping …`);
  stopping.abort(reason);
};
const log = createLogger(settings.LOG_LEVEL);
let leave = (): Promise<void> => Promise.resolve();
endAfterUncaught({
  log: (error) => log.fatal({ err: error }, 'uncaught error: the server ends'),
  leave: () => leave(),
  exit: () => process.exit(1),
});
// From the first moment, so that whatever has started by then is closed.
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// Without its supervisor it would keep running and block its port and DATA_DIR for the next start.
onSupervisorExit(() => stop('The supervisor ended'));

// Only now, because all of the product takes seconds to load on a small machine, and neither the help
// nor an error in the settings should wait for it.
const { startProduct } = await import('./start-product.ts');
if (settings.BACKUP_TO !== undefined) await warnWithoutBackups(settings);

const product = await startProduct(settings, say, stopping.signal).catch((error: unknown) => {
  if (stopping.signal.aborted) process.exit(0);
  return fail(`Could not start: ${messageOf(error)}`);
});
say(`Ready: ${product.url}   (Ctrl-C stops)`);
leave = () => product.leave();
announceReady();
stopping.signal.addEventListener('abort', () => {
  const limit = settings.DRAIN_SECONDS * 1_000 + CLOSE_LIMIT_MS;
  setTimeout(() => fail('Stopped uncleanly: a part did not close in time'), limit).unref();
  // A terminal's Ctrl-C does not wait, because no balancer watches.
  const drained = stopping.signal.reason === 'SIGTERM' ? product.drain() : Promise.resolve();
  void drained
    .then(() => product.stop())
    .then(
      () => process.exit(0),
      (error: unknown) => fail(`Stopped uncleanly: ${messageOf(error)}`),
    );
});
