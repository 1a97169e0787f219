import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { perNetwork } from '../common/call-limit.ts';

/**
 * The least interval at which a browser reports its country, in milliseconds (specification,
 * section 9).
 */
export const LOCATION_UPDATE_INTERVAL_MS = 12 * HOUR_MS;

/** A service that returns the visitor's country, in the order of use (specification, section 7). */
export const geoEndpointSchema = z.discriminatedUnion('kind', [
  /** Plain text with a line `loc=XX`. */
  z.object({ kind: z.literal('trace'), url: z.url() }),
  /**
   * JSON with `ip`; then JSON with `countryCode` from `countryUrl`, in which it replaces `{ip}`.
   */
  z.object({ kind: z.literal('lookup'), url: z.url(), countryUrl: z.string() }),
  /** Returns an IP and no country, so it has no result. */
  z.object({ kind: z.literal('echo'), url: z.url() }),
]);
export type GeoEndpoint = z.infer<typeof geoEndpointSchema>;

export const readGeo = defineCall({
  method: 'GET',
  path: '/api/geo',
  summary: 'The country that the visitor comes from, as far as it is known here',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  response: z.object({
    success: z.literal(true),
    /** ISO 3166-1, upper case. */
    country: z.nullable(z.string()),
    /** Further services for an unknown country: none unless the operator has configured some. */
    others: z.readonly(z.array(geoEndpointSchema)),
  }),
});

export const updateLocation = defineCall({
  method: 'POST',
  path: '/api/stats/update-location',
  summary: 'Count a visit from a country; the country is found here, nobody is remembered',
  access: 'anyone',
  limit: { cost: 1, rates: [perNetwork(300, MINUTE_MS)] },
  audit: false,
  body: z.strictObject({ source: z.literal('ip-fallback') }),
  response: z.object({ success: z.literal(true) }),
});
