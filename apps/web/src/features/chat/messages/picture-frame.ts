import type { CSSProperties } from 'react';

/** The maximum size of an image in a message, in pixels. */
const MAX_WIDTH = 360;
const MAX_HEIGHT = 320;
/** For images of unknown size. */
const UNKNOWN = { width: 320, height: 240 } as const;

/** Returns the size reserved for an image, so that nothing moves when it loads. */
export const frameOf = (size: {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}): CSSProperties => {
  const width = size.width ?? UNKNOWN.width;
  const height = size.height ?? UNKNOWN.height;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.round(width * scale), aspectRatio: `${width} / ${height}` };
};
