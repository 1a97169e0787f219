/** What identifies a fare: route, days and class. */
export interface FareKey {
  /** IATA codes. */
  readonly origin: string;
  readonly destination: string;
  /** YYYY-MM-DD. */
  readonly departDay: string;
  /** Null for one way. */
  readonly returnDay: string | null;
  /** 0 economy, 1 business, 2 first. */
  readonly tripClass: number;
}

const EXTERNAL_ID = /^([A-Z]{3})-([A-Z]{3})-(\d{8})(?:-(\d{8}))?(?:-c([12]))?$/;

const compact = (day: string): string => day.replaceAll('-', '');
const spread = (day: string): string => day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** The external id of a fare: "SOF-BCN-20270210-20270215". */
export const toExternalId = ({
  origin,
  destination,
  departDay,
  returnDay,
  tripClass,
}: FareKey): string =>
  [
    origin,
    destination,
    compact(departDay),
    ...(returnDay === null ? [] : [compact(returnDay)]),
    ...(tripClass === 0 ? [] : [`c${tripClass}`]),
  ].join('-');

/** Parses an external id; null if it is not one of a fare. */
export const parseExternalId = (text: string): FareKey | null => {
  const match = EXTERNAL_ID.exec(text);
  if (match === null) return null;
  const [, origin = '', destination = '', departDay = '', returnDay, tripClass = '0'] = match;
  return {
    origin,
    destination,
    departDay: spread(departDay),
    returnDay: returnDay === undefined ? null : spread(returnDay),
    tripClass: Number(tripClass),
  };
};
