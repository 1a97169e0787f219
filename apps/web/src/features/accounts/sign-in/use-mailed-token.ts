import { useState } from 'react';

/**
 * The token of a mailed link. It is in the fragment, which is sent neither to a server nor to
 * another site.
 */
export const useMailedToken = (): string => useState(() => location.hash.slice(1))[0];
