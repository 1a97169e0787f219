import { useEffect } from 'react';
import { askBeforeLeaving } from '../ask-before-leaving.ts';

/** Makes the browser ask for confirmation while the page has what would be lost. */
export const useAskBeforeLeaving = (isUnsaved: boolean): void =>
  useEffect(() => (isUnsaved ? askBeforeLeaving() : undefined), [isUnsaved]);
