export { findLocation } from './find-location.ts';
export { districtCalled, knownLocations, townsCalled } from './known-locations.ts';
export { registerLocations } from './register-locations.ts';
