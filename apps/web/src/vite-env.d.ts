/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API if it is not the page's own. */
  readonly VITE_API_URL?: string;
  /** Host name of production: there a base URL that points at localhost is ignored. */
  readonly VITE_PRODUCTION_HOST?: string;
  /** The policy for the session's time: `absolute` (the default) or `proportional`. */
  readonly VITE_SESSION_POLICY?: string;
}
