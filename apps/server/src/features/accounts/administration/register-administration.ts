import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as calls from '@izgodno/contract/accounts/administration-calls';
import { createCallAdder } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { AccountCall, AccountsContext } from '../accounts-context.ts';
import { erase, lift, liftEnded, liftEndedJob, signOut, suspend } from './administer-users.ts';
import { getUser, listUsers } from './read-users.ts';

const consoleActSchema = z.strictObject({
  act: z.enum(['suspend', 'lift', 'delete', 'sign-out']),
  userId: z.uuid(),
  reason: z.string(),
  until: z.nullable(z.iso.datetime()),
  removeContent: z.boolean(),
});
export type ConsoleAct = z.infer<typeof consoleActSchema>;

/** An act of the console. The product carries it out, because the features have their part in it. */
export const consoleActJob = defineJob({
  name: 'accounts.console-act',
  payload: consoleActSchema,
});

const suspendUser: AccountCall<typeof calls.suspendUser> = async (
  accounts,
  { params, body: { reason, until, removeContent }, user },
) => {
  const end = until === undefined ? null : new Date(until);
  const { userId } = params;
  await suspend(accounts, { actorId: user.id, userId, reason, until: end, removeContent });
  return {};
};

const liftSuspension: AccountCall<typeof calls.liftSuspension> = async (
  accounts,
  { params, user },
) => {
  await lift(accounts, { actorId: user.id, userId: params.userId, reason: '' });
  return {};
};

const deleteUser: AccountCall<typeof calls.deleteUser> = async (
  accounts,
  { params, body: { reason }, user },
) => {
  await erase(accounts, { actorId: user.id, userId: params.userId, reason });
  return {};
};

const actFromConsole = async (accounts: AccountsContext, given: ConsoleAct): Promise<void> => {
  const { userId, reason, until, removeContent } = given;
  const by = { actorId: null, userId, reason };
  const end = until === null ? null : new Date(until);
  const acts = {
    suspend: () => suspend(accounts, { ...by, until: end, removeContent }),
    lift: () => lift(accounts, by),
    delete: () => erase(accounts, by),
    'sign-out': () => signOut(accounts, by),
  } as const satisfies Record<ConsoleAct['act'], () => Promise<unknown>>;
  try {
    await acts[given.act]();
  } catch (error) {
    // A repetition would be rejected too.
    if (!(error instanceof CallError)) throw error;
    accounts.logger.warn({ event: 'console_act_refused', ...by, err: error }, 'act rejected');
  }
};

/** Registers the administration of users. */
export const registerAdministration = (app: FastifyInstance, accounts: AccountsContext): void => {
  const add = createCallAdder(app, accounts);
  add(calls.listUsers, listUsers);
  add(calls.getUser, getUser);
  add(calls.suspendUser, suspendUser);
  add(calls.liftSuspension, liftSuspension);
  add(calls.deleteUser, deleteUser);

  const { jobs } = accounts;
  jobs.work(liftEndedJob, () => liftEnded(accounts));
  jobs.schedule(liftEndedJob, '* * * * *', {});
  jobs.work(consoleActJob, (act) => actFromConsole(accounts, act));
};
