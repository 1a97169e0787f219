import { viewDeal } from '@izgodno/contract/engagement/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#core/api/api.ts';
import { setMarks } from './marks.ts';
import { patchDeal } from './patch-deal.ts';

/** Counts a view of the deal on the server; failures are ignored. */
export const useCountView = (id: string): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const count = async () => {
      const { views, likes, favorite, liked } = await api.call(viewDeal, { params: { id } });
      setMarks([[id, { favorite, liked }]]);
      patchDeal(queries, id, { views, likes });
    };
    count().catch(() => undefined);
  }, [id, queries]);
};
