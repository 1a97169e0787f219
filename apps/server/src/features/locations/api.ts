export { findLocation } from './find-location.ts';
export { places } from './places.ts';
export { registerLocations } from './register-locations.ts';
