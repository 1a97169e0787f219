import { useLayoutEffect } from 'react';
import { navigate } from '#core/router/location.ts';

/** `/operations` redirects to the sources in the administration. */
export const FormerSourcesPage = () => {
  useLayoutEffect(() => navigate('/admin?view=sources', { replace: true }), []);
  return null;
};
