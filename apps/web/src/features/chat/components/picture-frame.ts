import type { CSSProperties } from 'react';

/** The largest a picture stands within a message, in pixels. */
const MAX_WIDTH = 360;
const MAX_HEIGHT = 320;
/** For pictures whose size nobody knows yet. */
const UNKNOWN = { width: 320, height: 240 } as const;

/** The space that a picture takes before it is there, so that nothing moves when it comes. */
export const frameOf = (size: {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}): CSSProperties => {
  const width = size.width ?? UNKNOWN.width;
  const height = size.height ?? UNKNOWN.height;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.round(width * scale), aspectRatio: `${width} / ${height}` };
};
