import { useEffect } from 'react';
import { followSettings } from '../settings-sync.ts';

/** Keeps the choices of the person who is signed in the same on all their devices. */
export const SettingsSync = () => {
  useEffect(() => followSettings(), []);
  return null;
};
