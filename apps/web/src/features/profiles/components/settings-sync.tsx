import { useEffect } from 'react';
import { followSettings } from '../settings-sync.ts';

/** Keeps the user's settings equal on all their devices. */
export const SettingsSync = () => {
  useEffect(() => followSettings(), []);
  return null;
};
