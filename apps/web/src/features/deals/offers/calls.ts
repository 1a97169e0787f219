import { visitDeal, type Visit } from '@izgodno/contract/sources/visit-calls';
import { api } from '#core/api/api.ts';

/** Asks the server whether an offer is still available. */
export const askBeforeLeaving = async (id: string): Promise<Visit> =>
  (await api.call(visitDeal, { params: { id } })).visit;
