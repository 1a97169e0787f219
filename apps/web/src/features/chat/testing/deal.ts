import type { Deal } from '@izgodno/contract/deals/deal';

export const DEAL: Deal = {
  id: '7',
  title: 'Tent for four',
  description: '',
  media: [],
  price: { amount: 20_000, currency: 'EUR' },
  category: 'sports',
  condition: 'new',
  tags: [],
  source: { id: 'shop', name: 'Shop', group: 'other' },
  status: 'active',
  inStock: true,
  views: 0,
  likes: 0,
  postedAt: '2026-11-20T10:00:00Z',
};
