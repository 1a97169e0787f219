import { performance } from 'node:perf_hooks';
import * as z from 'zod/mini';
import type { Message } from '@izgodno/contract/chat/message';
import { createApiClient } from '@izgodno/contract/common/client';
import { readAll, type Account } from '../chat-chaos/chatters.ts';
import type { CheckedFleet, History } from './check-acknowledged.ts';
import { formatMessages, formatStored, type Reading } from './history.ts';

const textsSchema = z.array(z.object({ value: z.string() }));

/** All deals of the drill by their titles, and the writers' favourites as user and deal. */
const STORED = `SELECT title AS value FROM deals WHERE title LIKE 'Drill %'
  UNION ALL SELECT user_id || ' ' || deal_id FROM favorites WHERE user_id::text = ANY($1)`;

const idsOf = (messages: readonly Message[]): readonly string[] =>
  messages.map(({ clientId }) => clientId);

/** The clients' ids of the channel's messages, such as those of the demo data before a run. */
export const readIds = async (account: Account, channelId: string): Promise<ReadonlySet<string>> =>
  new Set(idsOf(await readAll(account, channelId)));

/**
 * The histories of a run, with what each node, each listener and the database hold at its end, without
 * the messages that were there before.
 */
export const collectHistory = async (
  { places, database }: CheckedFleet,
  { writers, channelId, listeners }: History,
  before: ReadonlySet<string>,
): Promise<{ readonly messages: string; readonly stored: string }> => {
  const [first] = writers;
  if (first === undefined) throw new Error('There are no writers.');
  const readings: Reading[] = [];
  const take = (messages: readonly Message[]): void => {
    const values = idsOf(messages).filter((id) => !before.has(id));
    readings.push({ at: performance.now(), values });
  };
  for (const { url } of places) {
    const readToken = (): string => first.account.token;
    const api = createApiClient({ baseUrl: url, readToken, onUnauthorized: () => {} });
    take(await readAll({ ...first.account, api }, channelId));
  }
  for (const listener of listeners) take(listener.held());
  const userIds = writers.map(({ upload }) => upload.userId);
  const stored = textsSchema.parse(await database.query(STORED, [userIds]));
  const operationsOf = (kind: 'messages' | 'stored') =>
    writers.flatMap(({ operations }) => operations[kind]);
  return {
    messages: formatMessages(operationsOf('messages'), readings),
    stored: formatStored(operationsOf('stored'), {
      at: performance.now(),
      values: stored.map(({ value }) => value),
    }),
  };
};
