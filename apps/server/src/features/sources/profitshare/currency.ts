/** The countries with Profitshare. */
export const markets = ['bg', 'ro'] as const;
export type Market = (typeof markets)[number];

/** Bulgaria's first moment with the euro: 2026-01-01 in Sofia. */
const EURO_SINCE = Date.UTC(2025, 11, 31, 22);

/** The currency of prices, which the API does not give (specification of sources, section 1). */
export const currencyOf = (market: Market, now: number): 'EUR' | 'BGN' | 'RON' => {
  if (market === 'ro') return 'RON';
  return now < EURO_SINCE ? 'BGN' : 'EUR';
};

/** The market of a URL such as https://api.profitshare.ro. */
export const marketOf = (baseUrl: string): Market =>
  URL.parse(baseUrl)?.hostname.endsWith('.ro') === true ? 'ro' : 'bg';
