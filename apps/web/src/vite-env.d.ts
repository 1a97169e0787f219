/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API where it is not the page's own. */
  readonly VITE_API_URL?: string;
  /** Host name of production: there a base URL that points at localhost is not believed. */
  readonly VITE_PRODUCTION_HOST?: string;
  /** How the session's time is judged: `absolute` (the default) or `proportional`. */
  readonly VITE_SESSION_POLICY?: string;
}
