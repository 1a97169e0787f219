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
} from '@izgodno/contract/deals/posting-calls';
import type { Clock } from '#platform/clock.ts';
import { addCall } from '#platform/http/add-call.ts';
import { requireUser } from '#platform/http/authentication.ts';
import type { DealCatalogue } from '#ports/deal-catalogue.ts';
import type { Files } from '#ports/files.ts';
import type { OwnDeals } from './own-deals.ts';
import { findDuplicates, type PossibleDuplicatesOptions } from './possible-duplicates.ts';
import type { PostingService } from './posting-service.ts';

export interface PostingCallsOptions extends PossibleDuplicatesOptions {
  readonly catalogue: DealCatalogue;
  readonly clock: Clock;
  readonly files: Files;
  readonly posting: PostingService;
  readonly ownDeals: OwnDeals;
}

export const addPostingCalls = (app: FastifyInstance, options: PostingCallsOptions): void => {
  const { catalogue, clock, files, posting, ownDeals } = options;

  addCall(app, createDeal, async ({ body, request }) => ({
    deal: await posting.create(await requireUser(request), body),
  }));

  addCall(app, getDealDraft, async ({ params, request }) => {
    const who = await requireUser(request);
    const { draft, status } = await posting.readDraft(who, Number(params.id));
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

  addCall(app, updateDeal, async ({ params, body, request }) => ({
    deal: await posting.update(await requireUser(request), Number(params.id), body),
  }));

  addCall(app, deleteDeal, async ({ params, request }) => {
    const who = await requireUser(request);
    const { deal, restorableUntil } = await posting.delete(who, Number(params.id));
    return { deal, restorableUntil: restorableUntil.toISOString() };
  });

  addCall(app, restoreDeal, async ({ params, request }) => ({
    deal: await posting.restore(await requireUser(request), Number(params.id)),
  }));

  addCall(app, changeDealStatus, async ({ params, body, request }) => {
    const who = await requireUser(request);
    const deal = await posting.setStatus(
      who,
      Number(params.id),
      body.status === 'deleted'
        ? { kind: 'delete', by: 'owner' }
        : { kind: 'set', status: body.status },
    );
    return { deal, counts: await ownDeals.count(who.id, clock.now()) };
  });

  addCall(app, findPossibleDuplicates, async ({ body, request }) => {
    await requireUser(request);
    return { duplicates: await findDuplicates(options, body) };
  });

  addCall(app, listMyDeals, async ({ query, request }) => {
    const who = await requireUser(request);
    const now = clock.now();
    const statuses = query.status === undefined ? standing : [query.status];
    const list = await ownDeals.list(who.id, statuses, now);
    const [page, counts] = await Promise.all([
      catalogue.page(list, query, { deleted: true }),
      ownDeals.count(who.id, now),
    ]);
    const favorites = await ownDeals.countFavorites(page.items.map(({ id }) => Number(id)));
    return { ...page, counts, favorites };
  });

  addCall(app, listSellerDeals, async ({ params, query }) =>
    catalogue.page(await ownDeals.list(params.id, ['active'], clock.now()), query),
  );
};

const standing = ['active', 'sold', 'expired'] as const;
