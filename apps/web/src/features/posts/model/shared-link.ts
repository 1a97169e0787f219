import { DEAL_TITLE_LENGTH } from '@izgodno/contract/posts/calls';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { isAbsoluteWebUrl } from '#core/forms/absolute-web-url.ts';

/** What another application shared with the installed one. */
export interface SharedLink {
  readonly link: string;
  readonly title: string;
}

/** The shared link in the page's URL; null if there is none. Phones often share it within the text. */
export const readSharedLink = (query: string): SharedLink | null => {
  const parameters = new URLSearchParams(query);
  const text = parameters.get('text') ?? '';
  const link = [parameters.get('link') ?? '', ...text.split(/\s+/)].find(isAbsoluteWebUrl);
  if (link === undefined) return null;
  const title = parameters.get('title') ?? text.replace(link, '');
  return { link, title: title.trim().slice(0, DEAL_TITLE_LENGTH.maximum) };
};

/** The path of the form of a post that begins with a shared link. */
export const postSharedHref = ({ link, title }: SharedLink): string =>
  `${POST_PATH}?${new URLSearchParams({ link, title }).toString()}`;
