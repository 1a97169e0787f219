const TRACKING =
  /^(?:utm_.*|gclid|gbraid|wbraid|fbclid|msclkid|yclid|mc_[ce]id|_ga|ref|referrer|source|src|aff.*|pid_aff|ps_.*|click_?id|campaign.*|partner.*|tag|sessionid|sid|phpsessid|srsltid)$/i;
/** Parameters in which affiliate networks put the target URL. */
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
    // Checked first, because most URLs have none and parsing parameters takes longer than the rest.
    if (!ADDRESS_WITHIN.test(url.search)) return url;
    const { searchParams } = url;
    const inner = TARGETS.flatMap((name) => parse(searchParams.get(name) ?? '') ?? [])[0];
    if (inner === undefined) return url;
    url = inner;
  }
  return url;
};

/**
 * A normalised URL of an offer, for comparison across sources: without affiliate network, scheme,
 * `www.` and tracking. `null` if it leads to a shop rather than an offer.
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
  // Some shops put the variant after the hash: "#/12-size-m".
  const variant = /^#!?\//.test(url.hash) ? url.hash : '';
  if (path === '' && parameters.length === 0) return null;
  return `${host}${path}?${parameters.join('&')}${variant}`;
};
