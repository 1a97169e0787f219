import type { FareKey } from './fare-key.ts';

/** The base of relative links in responses (specification of sources, section 3). */
export const AVIASALES = 'https://www.aviasales.com';

/** "2027-02-10" is "1002" in the URL of a search. */
const dayAndMonth = (day: string): string => `${day.slice(8, 10)}${day.slice(5, 7)}`;

/** The search for a fare for one passenger: SOF1002BCN15021. */
export const searchPath = ({ origin, destination, departDay, returnDay }: FareKey): string => {
  const back = returnDay === null ? '' : dayAndMonth(returnDay);
  return `/search/${origin}${dayAndMonth(departDay)}${destination}${back}1`;
};

/**
 * The absolute URL of a link, with the partner's marker if there is one; null if the link is empty.
 */
export const absoluteLink = (link: string, marker: string | null): string | null => {
  const url = URL.parse(link.trim(), AVIASALES);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (marker !== null) url.searchParams.set('marker', marker);
  return url.href;
};
