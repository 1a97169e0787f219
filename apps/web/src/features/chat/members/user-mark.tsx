import type { CSSProperties } from 'react';
import styles from './user-mark.module.css';

/** The number of hues that distinguish users. */
const HUES = 12;

const hueOf = (id: string): number =>
  (Array.from(id).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 7) % HUES) *
  (360 / HUES);

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toLocaleUpperCase())
    .join('');

const coloursOf = (id: string): CSSProperties => {
  const hue = hueOf(id);
  return {
    background: `light-dark(hsl(${hue} 45% 88%), hsl(${hue} 30% 24%))`,
    color: `light-dark(hsl(${hue} 70% 22%), hsl(${hue} 60% 84%))`,
  };
};

/** An avatar beside a user's name, which is its text alternative. */
export const UserMark = ({ id, name }: { id: string; name: string }) => (
  <span className={styles['mark']} style={coloursOf(id)} aria-hidden="true">
    {initials(name) || '?'}
  </span>
);
