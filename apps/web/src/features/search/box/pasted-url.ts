import { findDealByLink } from '@izgodno/contract/deals/link-calls';
import { api } from '#core/api/api.ts';
import { dealHref } from '#core/deals/paths.ts';
import { navigate, type NavigateOptions } from '#core/router/location.ts';

const hrefOf = async (url: URL): Promise<string> => {
  if (url.host === location.host) return url.href.replace(url.origin, location.origin);
  const link = url.href;
  const { id } = await api.call(findDealByLink, { query: { link } });
  return id === undefined
    ? `/favorites/watched?${new URLSearchParams({ link }).toString()}`
    : dealHref(id);
};

/**
 * Opens what a URL leads to: a page of this site, the deal that a shop's page is, or the form
 * that watches such a page; not if the user has left meanwhile. Throws if it cannot be found out.
 */
export const openUrl = async (
  text: string,
  onOpen: () => void,
  how?: NavigateOptions,
): Promise<void> => {
  const { href } = location;
  const hasLeft = () => location.href !== href;
  try {
    const target = await hrefOf(new URL(text));
    if (hasLeft()) return;
    onOpen();
    navigate(target, how);
  } catch (error) {
    if (!hasLeft()) throw error;
  }
};
