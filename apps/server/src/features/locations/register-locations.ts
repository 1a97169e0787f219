import type { FastifyInstance } from 'fastify';
import {
  LOCATION_SUGGESTION_LIMIT,
  suggestLocations,
  type LocationSuggestion,
} from '@izgodno/contract/locations/calls';
import { addCall } from '#platform/http/add-call.ts';
import { completeLocation } from './find-location.ts';
import { knownLocations, type KnownLocation } from './known-locations.ts';

const locationById = new Map(knownLocations.map((location) => [location.id, location]));

const present = ({ id, kind, bg, en, districtId }: KnownLocation): LocationSuggestion => {
  const district = districtId === null ? undefined : locationById.get(districtId);
  return {
    id,
    kind,
    name: { bg, en },
    ...(district === undefined ? {} : { district: { bg: district.bg, en: district.en } }),
  };
};

/** The call that completes locations in forms. */
export const registerLocations = (app: FastifyInstance): void => {
  addCall(app, suggestLocations, async ({ query }) => ({
    locations: completeLocation(query.q, LOCATION_SUGGESTION_LIMIT).map(present),
  }));
};
