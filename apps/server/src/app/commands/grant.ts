import { parseArgs } from 'node:util';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { emailSchema, roleSchema, roles } from '@izgodno/contract/accounts/session';
import { systemClock } from '#platform/clock.ts';
import { createAuditTrail } from '#features/audit/api.ts';
import { grantRole } from '#features/accounts/api.ts';
import { runCommand, UsageError, withDatabase } from './run-command.ts';

const USAGE = `Usage: npm run grant -- EMAIL ROLE\nROLE is one of ${roles.join(', ')}.`;

const readArguments = () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const email = parseUntrusted(emailSchema, positionals[0]);
  const role = parseUntrusted(roleSchema, positionals[1]);
  if (positionals.length !== 2 || !email.success || !role.success) throw new UsageError();
  return { email: email.data, role: role.data };
};

// Sets a role from the console.
await runCommand(USAGE, async () => {
  const { email, role } = readArguments();
  const before = await withDatabase((database) => {
    const audit = createAuditTrail(database, systemClock);
    return grantRole({ database, audit, clock: systemClock }, email, role);
  });
  if (before === null) throw new TypeError(`No account has the email address ${email}.`);
  return before === role ? `${email} is ${role} already.` : `${email}: ${before} → ${role}.`;
});
