import { useState, type ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface ResponsiveImageProps extends ComponentProps<'img'> {
  readonly alt: string;
  /** Size of the icon for a missing image, in pixels. */
  readonly signSize: number;
}

/** An external image, or an icon if there is none or it fails to load. */
export const ResponsiveImage = ({ src, alt, signSize, ...rest }: ResponsiveImageProps) => {
  const [failed, setFailed] = useState<string>();
  return src === undefined || failed === src ? (
    <Icon name="image" size={signSize} />
  ) : (
    <img {...rest} src={src} alt={alt} onError={() => setFailed(src)} />
  );
};
