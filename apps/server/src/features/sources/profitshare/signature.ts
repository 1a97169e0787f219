import { createHmac } from 'node:crypto';

/**
 * The end of a GET without a query: clients of Profitshare sign and send `route/?` or `route/`. A
 * POST, whose parameters are in its body, is `route/` in either form.
 */
export const emptyQueryForms = ['with-mark', 'without-mark'] as const;
export type EmptyQueryForm = (typeof emptyQueryForms)[number];

export interface Credentials {
  readonly user: string;
  readonly key: string;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Without surrounding slashes: `affiliate-products`. */
  readonly name: string;
  /** Decoded: `page=1&filters[advertiser]=35`. Empty if there is none. */
  readonly query: string;
}

const hasMark = ({ method, query }: Route, form: EmptyQueryForm): boolean =>
  query !== '' || (method === 'GET' && form === 'with-mark');

/**
 * The request target, beginning with a slash: what is signed, except for the encoding of the query.
 */
export const requestTarget = (route: Route, form: EmptyQueryForm): string =>
  `/${route.name}/${hasMark(route, form) ? `?${encodeURI(route.query)}` : ''}`;

/**
 * Lower-case hexadecimal HMAC-SHA1, keyed with the API key, of the method, the route, the decoded
 * query, the user and the `Date` header (specification of sources, section 1).
 */
export const sign = (
  route: Route,
  form: EmptyQueryForm,
  { user, key }: Credentials,
  date: string,
): string => {
  const { method, name, query } = route;
  const end = hasMark(route, form) ? `/?${query}/` : '/';
  return createHmac('sha1', key).update(`${method}${name}${end}${user}${date}`).digest('hex');
};

/** The headers of a signed call at `now`, in milliseconds since the epoch. */
export const signedHeaders = (
  route: Route,
  form: EmptyQueryForm,
  credentials: Credentials,
  now: number,
): Readonly<Record<string, string>> => {
  const date = new Date(now).toUTCString();
  return {
    date,
    'x-ps-client': credentials.user,
    'x-ps-accept': 'json',
    'x-ps-auth': sign(route, form, credentials, date),
  };
};
