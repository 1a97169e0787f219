import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { moderationReasonSchema } from '@izgodno/contract/audit/calls';
import type { AdministeredUser } from '@izgodno/contract/accounts/administration-calls';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { systemClock } from '#platform/clock.ts';
import { enqueueFromCommand } from '#platform/jobs/pg-boss-jobs.ts';
import type { Database } from '#schema/schema.ts';
import {
  admitAct,
  consoleActJob,
  findUsers,
  findUserToAdminister,
  type ConsoleAct,
} from '#features/accounts/api.ts';
import { readUntil } from './read-until.ts';
import { runCommand, UsageError, withDatabase } from './run-command.ts';

const USAGE = `Usage:
  npm run people                                   the newest accounts
  npm run people -- list TEXT                      those with this in name or email address
  npm run people -- suspend EMAIL REASON [--until 2027-01-31] [--remove]
  npm run people -- lift EMAIL                     ends the suspension
  npm run people -- sign-out EMAIL REASON
  npm run people -- delete EMAIL REASON
--remove removes posts and messages too. Roles: npm run grant -- EMAIL ROLE.`;

const LISTED = 50;
/** How long the command waits for the product, and between two looks. */
const PRODUCT_LIMIT_MS = 20_000;
const LOOK_INTERVAL_MS = 250;

const acts = {
  suspend: { auditAction: 'user.suspend', policy: 'suspend' },
  lift: { auditAction: 'user.lift_suspension', policy: 'lift_suspension' },
  'sign-out': { auditAction: 'user.sign_out', policy: 'sign_out' },
  delete: { auditAction: 'user.delete', policy: 'delete' },
} as const satisfies Record<ConsoleAct['act'], object>;

const isAct = (name: string): name is ConsoleAct['act'] => Object.hasOwn(acts, name);

const describe = ({ email, name, role, createdAt, suspension }: AdministeredUser): string => {
  const end = suspension?.until?.slice(0, 16) ?? 'it is lifted';
  const state = suspension === null ? '' : `  suspended until ${end}: ${suspension.reason}`;
  return `${createdAt.slice(0, 10)}  ${role.padEnd(9)}  ${email}  ${name}${state}`;
};

interface Command {
  readonly positionals: readonly string[];
  readonly until: string | null;
  readonly remove: boolean;
}

const readCommand = (): Command => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { until: { type: 'string' }, remove: { type: 'boolean', default: false } },
  });
  const until = values.until === undefined ? null : readUntil(values.until, systemClock.now());
  return { positionals, until, remove: values.remove };
};

/** The act that the arguments ask for. Throws what is wrong with them. */
const readAct = async (
  database: Database,
  { positionals, until, remove }: Command,
): Promise<ConsoleAct> => {
  const [act = '', email = '', reason = '', ...more] = positionals;
  const parsed = parseUntrusted(moderationReasonSchema, reason);
  if (!isAct(act) || more.length > 0 || (act !== 'lift' && !parsed.success)) throw new UsageError();
  const at = new Date(systemClock.now());
  const user = await findUserToAdminister(database, at, email.trim().toLowerCase());
  if (user === null) throw new TypeError(`No account has the email address ${email}.`);
  if (act === 'lift' && user.suspension === null)
    throw new TypeError(`${user.email} is not suspended.`);
  const by = { actorId: null, userId: user.id };
  await database
    .transaction()
    .execute((transaction) => admitAct({ clock: systemClock }, transaction, acts[act].policy, by));
  return {
    act,
    userId: user.id,
    reason: parsed.success ? parsed.data : '',
    until,
    removeContent: remove,
  };
};

const isDone = async (database: Database, { act, userId }: ConsoleAct, since: Date) =>
  (await database
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', userId)
    .where('action', '=', acts[act].auditAction)
    .where('at', '>=', since)
    .executeTakeFirst()) !== undefined;

/** Gives an act to the product, and waits until the audit trail has it. */
const carryOut = async (
  database: Database,
  connectionString: string,
  command: Command,
): Promise<string> => {
  const act = await readAct(database, command);
  const since = new Date(systemClock.now() - 1_000);
  await enqueueFromCommand(connectionString, consoleActJob, act);
  const end = systemClock.now() + PRODUCT_LIMIT_MS;
  while (systemClock.now() < end) {
    if (await isDone(database, act, since)) return 'Done. The act is in the audit trail.';
    await sleep(LOOK_INTERVAL_MS);
  }
  return 'The product does not run, or is busy: it will do this as soon as it can.';
};

await runCommand(USAGE, async () => {
  const command = readCommand();
  const [first = 'list', text = ''] = command.positionals;
  if (first !== 'list' && !isAct(first)) throw new UsageError();
  return withDatabase(async (database, connectionString) => {
    if (first !== 'list') return carryOut(database, connectionString, command);
    const users = await findUsers(database, new Date(systemClock.now()), text, LISTED);
    return users.length === 0 ? 'No account matches.' : users.map(describe).join('\n');
  });
});
