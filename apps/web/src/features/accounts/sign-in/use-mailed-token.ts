import { useState } from 'react';

/** The token of a mailed link, which stands behind `#`: no server is sent it, nor another site. */
export const useMailedToken = (): string => useState(() => location.hash.slice(1))[0];
