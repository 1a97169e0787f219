const TRACKING = /^(?:utm_.*|gclid|gbraid|wbraid|fbclid|msclkid|yclid|mc_[ce]id|_ga|srsltid)$/i;

/**
 * Whether a parameter of a URL has a name that advertisements and mails add, which never changes the
 * page.
 */
export const isTracking = (name: string): boolean => TRACKING.test(name);
