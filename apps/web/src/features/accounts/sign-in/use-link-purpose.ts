import { useState } from 'react';

/**
 * The purpose of a mailed link, if one page serves several (`?for=undo`). It stays while the page
 * is open.
 */
export const useLinkPurpose = (): string | null =>
  useState(() => new URLSearchParams(location.search).get('for'))[0];
