export { createCountries } from './countries.ts';
export { createNetworks, type Networks } from './networks.ts';
export { registerGeo } from './register-geo.ts';
