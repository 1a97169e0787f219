import { useLayoutEffect } from 'react';
import { navigate } from '#core/router/location.ts';
import { pages } from '../pages.ts';

/** `/` redirects to the deals (specification, section 2). */
export const StartPage = () => {
  useLayoutEffect(() => navigate(pages.deals.path, { replace: true }), []);
  return null;
};
