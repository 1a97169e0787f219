import { writeQuery } from '@izgodno/contract/common/client';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { canonical, type DealSearch } from '@izgodno/contract/search/deal-search';

export const dealsHref = (search: DealSearch = {}): string =>
  `/deals${writeQuery(canonical(search))}`;

export const dealHref = (id: string): string => `/deals/${encodeURIComponent(id)}`;

/** The URL of a deal with its report dialog open. */
export const reportHref = (id: string): string => `${dealHref(id)}?report`;

export const sellerHref = (id: string): string => `/users/${encodeURIComponent(id)}`;

export const MY_POSTS_PATH = '/my-posts';
/** The URL of the form that edits a post. */
export const editHref = (id: string): string => `${POST_PATH}/${encodeURIComponent(id)}`;
