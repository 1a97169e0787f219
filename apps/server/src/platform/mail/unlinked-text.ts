import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';

// What mail programs begin or continue a link with: the end of a scheme, and a dot within a name or an IP.
const SCHEME_END = /:(?=\/\/)/gu;
const INNER_DOT = /(?<=[\p{L}\p{N}])[.\u2024\u3002\uFF0E\uFF61](?=\p{L}[\p{L}\p{M}])/gu;
const IP_DOT = /(?<=\d)\.(?=\d{1,3}\.\d|\d{1,3}(?:[/:]|\s|$))/gu;
const IP = /\d{1,3}(?:\.\d{1,3}){3}/u;

/**
 * A text of others for a mail or a push: without the marks that could disguise what is
 * beside it, and with a space wherever a mail program would see a link in it. Our mails must not lead
 * to an address that somebody wrote into a title.
 */
export const unlinkedText = (text: string): string => {
  const spaced = withoutDirectionMarks(text)
    .replaceAll(SCHEME_END, ': ')
    .replaceAll(INNER_DOT, '$& ');
  return IP.test(spaced) ? spaced.replaceAll(IP_DOT, '. ') : spaced;
};
