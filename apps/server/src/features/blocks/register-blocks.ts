import type { FastifyInstance } from 'fastify';
import { blockUser, listBlocks, unblockUser } from '@izgodno/contract/blocks/calls';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { Publisher } from '#features/realtime/api.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { createBlockService } from './block-service.ts';

export interface BlocksDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly accountData: AccountData;
}

export const registerBlocks = (
  app: FastifyInstance,
  { database, bus, clock, accountData }: BlocksDependencies,
): void => {
  const blocks = createBlockService({ database, clock, realtime: new Publisher(bus) });

  accountData.exports('blocks', async (userId) =>
    (await blocks.list(userId)).map(({ user, createdAt }) => ({
      userId: user.id,
      name: user.name,
      at: createdAt,
    })),
  );

  addCall(app, listBlocks, async ({ user }) => ({
    blocks: await blocks.list(user.id),
  }));

  addCall(app, blockUser, async ({ params, user }) => {
    await blocks.block(user.id, params.userId);
    return {};
  });

  addCall(app, unblockUser, async ({ params, user }) => {
    await blocks.unblock(user.id, params.userId);
    return {};
  });
};
