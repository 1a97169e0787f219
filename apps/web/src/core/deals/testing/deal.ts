import type { Deal } from '@izgodno/contract/deals/deal';

export const DEAL: Deal = {
  id: '1',
  title: 'Toaster',
  description: '',
  media: [],
  price: { amount: 50_00, currency: 'EUR' },
  category: 'home-garden',
  condition: 'new',
  tags: [],
  source: { id: 'shop', name: 'Shop', group: 'other' },
  status: 'active',
  inStock: true,
  views: 0,
  likes: 0,
  postedAt: '2026-11-01T10:00:00Z',
};
