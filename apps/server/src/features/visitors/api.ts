export { createCountries } from './countries.ts';
export { createPseudonyms, type Pseudonyms } from './pseudonyms.ts';
export { registerGeo } from './register-geo.ts';
