import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/blocks/calls';
import type { Bus } from '#platform/bus.ts';
import { createCallAdder } from '#platform/http/add-call.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { Publisher } from '#features/realtime/api.ts';
import { blockUser, readBlocks, unblockUser, type BlocksContext } from './blocks.ts';

export { isBlocked } from './blocks.ts';

export interface BlocksDependencies extends Pick<BlocksContext, 'database' | 'clock'> {
  readonly bus: Bus;
  readonly accountData: AccountData;
}

export const registerBlocks = (
  app: FastifyInstance,
  { database, bus, clock, accountData }: BlocksDependencies,
): void => {
  const context = { database, clock, publisher: new Publisher(bus) };

  accountData.exports('blocks', async (userId) =>
    (await readBlocks(context, userId)).map(({ user, createdAt }) => ({
      userId: user.id,
      name: user.name,
      at: createdAt,
    })),
  );

  const add = createCallAdder(app, context);
  add(calls.listBlocks, async (_, { user, query }) => {
    const blocks = await readBlocks(context, user.id);
    const { rows, nextCursor } = cutShortList(blocks, query, (block) => [
      block.createdAt,
      block.user.id,
    ]);
    return { blocks: rows, nextCursor };
  });
  add(calls.blockUser, blockUser);
  add(calls.unblockUser, unblockUser);
};
