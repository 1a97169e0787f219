import type { Database } from '#platform/database/database.ts';
import type { Files } from '#ports/files.ts';

/** Anyone sees the pictures of a deal that stands; those of a deleted one only its owner. */
export const registerPostFiles = (files: Files, database: Database): void => {
  files.registerAudience({
    kind: 'deal',
    async mayRead(dealId, reader) {
      const deal = await database
        .selectFrom('deals')
        .select(['status', 'seller_id as sellerId'])
        .where('id', '=', Number(dealId))
        .executeTakeFirst();
      if (deal === undefined) return false;
      return deal.status !== 'deleted' || (reader !== null && reader.id === deal.sellerId);
    },
  });
};
