import { writeQuery } from '@izgodno/contract/common/client';
import type { DealSearch } from './model/deal-search.ts';

export const dealsHref = (search: DealSearch = {}): string => `/deals${writeQuery(search)}`;

export const dealHref = (id: string): string => `/deals/${encodeURIComponent(id)}`;
