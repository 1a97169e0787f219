/** The page shown in place of an unreachable one, whose URL is in `from`. */
export const OFFLINE_PATH = '/offline';
