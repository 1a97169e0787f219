import { parseArgs } from 'node:util';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { emailSchema, roleSchema, roles } from '@izgodno/contract/accounts/session';
import { ConfigurationError, readConfiguration } from '#config/configuration.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Schema } from '#schema/schema.ts';
import { createAuditTrail } from '#features/audit/api.ts';
import { grantRole } from '#features/accounts/api.ts';
import { reachDatabase } from '../reach-database.ts';

const USAGE = `Usage: npm run grant -- EMAIL ROLE\nROLE is one of ${roles.join(', ')}.`;

const print = (line: string): void => void process.stderr.write(`${line}\n`);

const readArguments = () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const email = parseUntrusted(emailSchema, positionals[0]);
  const role = parseUntrusted(roleSchema, positionals[1]);
  if (positionals.length !== 2 || !email.success || !role.success) throw new TypeError(USAGE);
  return { email: email.data, role: role.data };
};

/** Sets a role from the console, in the database of the settings; the product may be running. */
const run = async (): Promise<string> => {
  const { email, role } = readArguments();
  const reached = await reachDatabase(readConfiguration(process.env), print);
  try {
    await migrate(reached.connectionString);
    const handle = openDatabase<Schema>({
      connectionString: reached.connectionString,
      maxConnections: 1,
    });
    const { database } = handle;
    const audit = createAuditTrail(database, systemClock);
    const before = await grantRole({ database, audit, clock: systemClock }, email, role);
    await handle.close();
    if (before === null) throw new TypeError(`No account has the email address ${email}.`);
    return before === role ? `${email} is ${role} already.` : `${email}: ${before} → ${role}.`;
  } finally {
    await reached.release();
  }
};

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  print(
    error instanceof ConfigurationError
      ? `Cannot start with these settings:\n${error.message.replace(/^/gm, '  ')}`
      : error instanceof Error
        ? error.message
        : String(error),
  );
  process.exitCode = 1;
}
