import { writeQuery } from '@izgodno/contract/common/client';
import { canonical, type DealSearch } from './model/deal-search.ts';

export const dealsHref = (search: DealSearch = {}): string =>
  `/deals${writeQuery(canonical(search))}`;

export const dealHref = (id: string): string => `/deals/${encodeURIComponent(id)}`;
