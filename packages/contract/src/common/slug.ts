/** The id of a source, a brand or a location, as filters and URLs have it. */
export const SLUG = /^[a-z0-9][a-z0-9._-]{0,63}$/;
