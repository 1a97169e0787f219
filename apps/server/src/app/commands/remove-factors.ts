import { parseArgs } from 'node:util';
import { readConfiguration } from '#config/configuration.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { createAuditTrail } from '#features/audit/api.ts';
import { removeFactors } from '#features/accounts/api.ts';
import { reachDatabase } from '../reach-database.ts';
import { messageOf } from '#platform/message-of.ts';

const USAGE = 'Usage: npm run remove-factors -- EMAIL';

const print = (line: string): void => void process.stderr.write(`${line}\n`);

const run = async (email: string): Promise<string> => {
  const reached = await reachDatabase(readConfiguration(process.env), print);
  const { connectionString } = reached;
  const handle = openDatabase<Schema>({ connectionString, maxConnections: 1 });
  try {
    const audit = createAuditTrail(handle.database, systemClock);
    const isThere = await removeFactors(handle.database, audit, email);
    if (!isThere) throw new Error(`No account has the address ${email}.`);
    return `${email} signs in with the password alone. Every device is signed out.`;
  } finally {
    await handle.close();
    await reached.release();
  }
};

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [email, ...more] = positionals;
  if (email === undefined || more.length > 0) throw new Error(USAGE);
  print(await run(email.trim().toLowerCase()));
} catch (error) {
  print(messageOf(error));
  process.exitCode = 1;
}
