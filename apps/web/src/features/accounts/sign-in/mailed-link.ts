import { useState } from 'react';

/**
 * The purpose of a mailed link, if one page serves several (`?for=undo`). It stays while the page
 * is open.
 */
export const useLinkPurpose = (): string | null =>
  useState(() => new URLSearchParams(location.search).get('for'))[0];

/**
 * The token of a mailed link. It is in the fragment, which is sent neither to a server nor to
 * another site.
 */
export const useMailedToken = (): string => useState(() => location.hash.slice(1))[0];
