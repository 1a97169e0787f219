import { getDealContact } from '@izgodno/contract/posts/contact-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** The telephone numbers of a member's deal. They are asked for, because an account gets few. */
export const contactQuery = (dealId: string) =>
  queryOptions({
    queryKey: ['deal-contact', dealId],
    queryFn: async ({ signal }) =>
      (await api.call(getDealContact, { params: { id: dealId } }, signal)).numbers,
    enabled: false,
    staleTime: Infinity,
    retry: false,
  });
