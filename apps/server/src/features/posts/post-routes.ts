import type { FastifyInstance } from 'fastify';
import {
  changeDealStatus,
  createDeal,
  deleteDeal,
  findPossibleDuplicates,
  getDealDraft,
  listMyDeals,
  listSellerDeals,
  restoreDeal,
  updateDeal,
} from '@izgodno/contract/posts/calls';
import type { Clock } from '#platform/clock.ts';
import { addCall } from '#platform/http/add-call.ts';
import type { DealLookup } from '#features/deals/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { OwnPosts } from './own-posts.ts';
import { findDuplicates, type PossibleDuplicatesOptions } from './possible-duplicates.ts';
import type { PostService } from './post-service.ts';

export interface PostCallsOptions extends PossibleDuplicatesOptions {
  readonly catalogue: DealLookup;
  readonly clock: Clock;
  readonly files: Files;
  readonly posting: PostService;
  readonly ownDeals: OwnPosts;
}

export const addPostCalls = (app: FastifyInstance, options: PostCallsOptions): void => {
  const { catalogue, clock, files, posting, ownDeals } = options;

  addCall(app, createDeal, async ({ body, user }) => ({
    deal: await posting.create(user, body),
  }));

  addCall(app, getDealDraft, async ({ params, user }) => {
    const { draft, status } = await posting.readDraft(user, Number(params.id));
    const described = await files.describe(draft.media);
    return {
      draft,
      status,
      media: draft.media.flatMap((id) => {
        const file = described.get(id);
        return file?.kind === 'image' || file?.kind === 'video'
          ? { id, url: file.url, kind: file.kind, width: file.width, height: file.height }
          : [];
      }),
    };
  });

  addCall(app, updateDeal, async ({ params, body, user }) => ({
    deal: await posting.update(user, Number(params.id), body),
  }));

  addCall(app, deleteDeal, async ({ params, user }) => {
    const { deal, restorableUntil } = await posting.delete(user, Number(params.id));
    return { deal, restorableUntil: restorableUntil.toISOString() };
  });

  addCall(app, restoreDeal, async ({ params, user }) => ({
    deal: await posting.restore(user, Number(params.id)),
  }));

  addCall(app, changeDealStatus, async ({ params, body, user }) => {
    const deal = await posting.setStatus(
      user,
      Number(params.id),
      body.status === 'deleted'
        ? { kind: 'delete', by: 'owner' }
        : { kind: 'set', status: body.status },
    );
    return { deal, counts: await ownDeals.count(user.id, clock.now()) };
  });

  addCall(app, findPossibleDuplicates, async ({ body }) => ({
    duplicates: await findDuplicates(options, body),
  }));

  addCall(app, listMyDeals, async ({ query, user }) => {
    const now = clock.now();
    const statuses = query.status === undefined ? present : [query.status];
    const list = await ownDeals.list(user.id, statuses, now);
    const [page, counts] = await Promise.all([
      catalogue.page(list, query, { deleted: true }),
      ownDeals.count(user.id, now),
    ]);
    const favorites = await ownDeals.countFavorites(page.items.map(({ id }) => Number(id)));
    return { ...page, counts, favorites };
  });

  addCall(app, listSellerDeals, async ({ params, query }) =>
    catalogue.page(await ownDeals.list(params.id, ['active'], clock.now()), query),
  );
};

const present = ['active', 'sold', 'expired'] as const;
