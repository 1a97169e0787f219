export { createCountries } from './countries.ts';
export { createNetworks, type Networks } from './networks.ts';
