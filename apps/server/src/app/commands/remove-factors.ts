import { parseArgs } from 'node:util';
import { systemClock } from '#platform/clock.ts';
import { createAuditTrail } from '#features/audit/api.ts';
import { AccountData, removeFactors } from '#features/accounts/api.ts';
import { accessEndings } from '../access-endings.ts';
import { runCommand, UsageError, withDatabase } from './run-command.ts';

const USAGE = 'Usage: npm run remove-factors -- EMAIL';

await runCommand(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new UsageError();
  const email = given.trim().toLowerCase();
  const isThere = await withDatabase((database) =>
    removeFactors(
      {
        database,
        audit: createAuditTrail(database, systemClock),
        accountData: new AccountData(accessEndings),
      },
      email,
    ),
  );
  if (!isThere) throw new Error(`No account has the address ${email}.`);
  return `${email} signs in with the password alone. Every device is signed out, API keys and channel hooks have ended, and webhooks are off.`;
});
