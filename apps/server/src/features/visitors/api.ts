import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { readGeo, updateLocation } from '@izgodno/contract/visitors/calls';
import type { Settings } from '#config/settings.ts';
import { dayOf, type Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import type { Countries } from './countries.ts';

export { createCountries } from './countries.ts';
export { createPseudonyms, type Pseudonyms } from './pseudonyms.ts';

export interface GeoOptions {
  readonly settings: Pick<Settings, 'COUNTRY_HEADER' | 'GEO_ENDPOINTS'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly countries: Countries;
}

/** Values of proxies for an unknown country, and Tor. */
const unknown = new Set(['XX', 'T1']);

/**
 * Whether a proxy of TRUST_PROXY forwarded the request. Any other sender's header is under the
 * visitor's control.
 */
const cameByProxy = ({ ip, socket }: FastifyRequest): boolean => ip !== socket.remoteAddress;

/** Finds visitors' countries: from the proxy's header, else from the table of IPs. */
export const registerGeo = (
  app: FastifyInstance,
  { settings, database, clock, countries }: GeoOptions,
): void => {
  const countryOf = async (request: FastifyRequest): Promise<string | null> => {
    const header =
      settings.COUNTRY_HEADER === undefined || !cameByProxy(request)
        ? undefined
        : request.headers[settings.COUNTRY_HEADER.toLowerCase()];
    if (typeof header === 'string' && /^[a-z]{2}$/i.test(header)) {
      const country = header.toUpperCase();
      return unknown.has(country) ? null : country;
    }
    return countries.of(request.ip);
  };

  addCall(app, readGeo, async ({ request }) => ({
    country: await countryOf(request),
    others: settings.GEO_ENDPOINTS,
  }));

  addCall(app, updateLocation, async ({ request }) => {
    const country = await countryOf(request);
    if (country !== null)
      await database
        .insertInto('country_visits')
        .values({ day: dayOf(clock.now()), country, visits: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'country'])
            .doUpdateSet({ visits: sql`country_visits.visits + 1` }),
        )
        .execute();
    return {};
  });
};
