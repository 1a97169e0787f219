import type { UploadDevice } from '#core/uploads/engine/generic-upload.ts';

/** What a browser says of itself. */
export interface Navigation {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const;

// The order matters: most name the browsers that they are like.
const browsers = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], text: string): string =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown';

/** What kind of device a browser runs on, as far as it says. */
export const describeDevice = ({
  userAgent,
  maxTouchPoints,
}: Navigation): Omit<UploadDevice, 'deviceId'> => {
  // An iPad calls itself a Mac, but no Mac has a screen to touch.
  const isTouchedMac = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  const os = isTouchedMac ? 'iOS' : nameIn(systems, userAgent);
  const browser = nameIn(browsers, userAgent);
  if (isTouchedMac || /iPad|Tablet/.test(userAgent)) return { type: 'tablet', os, browser };
  if (/Mobi|iPhone|iPod/.test(userAgent)) return { type: 'mobile', os, browser };
  return { type: os === 'Android' ? 'tablet' : 'desktop', os, browser };
};
