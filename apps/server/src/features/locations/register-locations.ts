import type { FastifyInstance } from 'fastify';
import {
  LOCATION_SUGGESTION_LIMIT,
  suggestLocations,
  type LocationSuggestion,
} from '@izgodno/contract/locations/calls';
import { addCall } from '#platform/http/add-call.ts';
import { completeLocation } from './find-location.ts';
import { places, type Place } from './places.ts';

const placeById = new Map(places.map((place) => [place.id, place]));

const present = ({ id, kind, bg, en, districtId }: Place): LocationSuggestion => {
  const district = districtId === null ? undefined : placeById.get(districtId);
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
