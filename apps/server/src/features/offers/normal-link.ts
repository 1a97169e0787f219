const TRACKING =
  /^(?:utm_.*|gclid|gbraid|wbraid|fbclid|msclkid|yclid|mc_[ce]id|_ga|ref|referrer|source|src|aff.*|pid_aff|ps_.*|click_?id|campaign.*|partner.*|tag|sessionid|sid|phpsessid|srsltid)$/i;
/** Parameters in which affiliate networks carry the address they lead to. */
const TARGETS = [
  'url',
  'redirect',
  'redirect_url',
  'u',
  'to',
  'target',
  'deeplink',
  'dest',
  'ued',
  'murl',
];
const MAX_UNWRAPS = 3;
const ADDRESS_WITHIN = /=http/i;

const parse = (text: string): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
};

const unwrapped = (outer: URL): URL => {
  let url = outer;
  for (let left = MAX_UNWRAPS; left > 0; left -= 1) {
    // Most have none, and looking through the parameters takes longer than all the rest.
    if (!ADDRESS_WITHIN.test(url.search)) return url;
    const { searchParams } = url;
    const inner = TARGETS.flatMap((name) => parse(searchParams.get(name) ?? '') ?? [])[0];
    if (inner === undefined) return url;
    url = inner;
  }
  return url;
};

/**
 * One spelling of an offer's address for all sources: without the affiliate network around it, the
 * scheme, `www.` and what only counts visitors. `null` where it leads to a shop rather than an offer.
 */
export const normalLink = (text: string): string | null => {
  const given = parse(text);
  if (given === undefined) return null;
  const url = unwrapped(given);
  const host = url.hostname.replace(/^(?:www|m|mobile)\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  const parameters =
    url.search === ''
      ? []
      : [...url.searchParams]
          .filter(([name]) => !TRACKING.test(name))
          .map(([name, value]) => `${name}=${value}`)
          .sort();
  // Some shops name the variant behind the hash: "#/12-size-m".
  const variant = /^#!?\//.test(url.hash) ? url.hash : '';
  if (path === '' && parameters.length === 0) return null;
  return `${host}${path}?${parameters.join('&')}${variant}`;
};
