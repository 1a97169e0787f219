export { findLocation } from './find-location.ts';
export { knownLocations } from './known-locations.ts';
export { registerLocations } from './register-locations.ts';
