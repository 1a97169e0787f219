import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import styles from './profile.module.css';

/** A user's avatar, or the first letter of their name. */
export const Avatar = ({ url, name }: { url: string | undefined; name: string }) => (
  <span className={styles['avatar']} aria-hidden="true">
    {url === undefined ? (
      name.slice(0, 1).toUpperCase()
    ) : (
      <ResponsiveImage src={url} alt="" signSize={36} width={96} height={96} />
    )}
  </span>
);
