import { useState, type ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface PictureProps extends ComponentProps<'img'> {
  readonly alt: string;
  /** Pixels: how large the sign of a missing picture is. */
  readonly signSize: number;
}

/** A picture from elsewhere, or the sign of one where there is none or it cannot be had. */
export const Picture = ({ src, alt, signSize, ...rest }: PictureProps) => {
  const [failed, setFailed] = useState<string>();
  return src === undefined || failed === src ? (
    <Icon name="image" size={signSize} />
  ) : (
    <img {...rest} src={src} alt={alt} onError={() => setFailed(src)} />
  );
};
