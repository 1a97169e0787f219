import type { UploadDevice } from '#core/uploads/engine/generic-upload.ts';

/** What a browser reports about itself. */
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

// The order matters, because most user agents also name the browsers they are compatible with.
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

/** Returns the device type as the browser reports it. */
export const describeDevice = ({
  userAgent,
  maxTouchPoints,
}: Navigation): Omit<UploadDevice, 'deviceId'> => {
  // An iPad reports itself as a Mac, but no Mac has a touch screen.
  const isTouchedMac = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  const os = isTouchedMac ? 'iOS' : nameIn(systems, userAgent);
  const browser = nameIn(browsers, userAgent);
  if (isTouchedMac || /iPad|Tablet/.test(userAgent)) return { type: 'tablet', os, browser };
  if (/Mobi|iPhone|iPod/.test(userAgent)) return { type: 'mobile', os, browser };
  return { type: os === 'Android' ? 'tablet' : 'desktop', os, browser };
};
