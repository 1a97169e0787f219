/** The page that stands in for one that cannot be had; its `from` names that one. */
export const OFFLINE_PATH = '/offline';
