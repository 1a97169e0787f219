import { viewDeal } from '@izgodno/contract/engagement/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#core/api/api.ts';
import { patchDeals } from '#core/deals/deal-cache.ts';
import { setMarks } from './marks.ts';

/** Counts a view of the deal on the server; failures are ignored. */
export const useCountView = (id: string): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const count = async () => {
      const { views, likes, favorite, liked } = await api.call(viewDeal, { params: { id } });
      setMarks([[id, { favorite, liked }]]);
      patchDeals(queries, (deal) => (deal.id === id ? { ...deal, views, likes } : deal));
    };
    count().catch(() => undefined);
  }, [id, queries]);
};
