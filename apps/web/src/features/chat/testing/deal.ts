import type { Deal } from '@izgodno/contract/deals/deal';
import { DEAL as TOASTER } from '#core/deals/testing/deal.ts';

export const DEAL: Deal = {
  ...TOASTER,
  id: '7',
  title: 'Tent for four',
  price: { amount: 20_000, currency: 'EUR' },
  category: 'sports',
  postedAt: '2026-11-20T10:00:00Z',
};
