import { useEffect } from 'react';
import { currentToken } from '#core/api/api.ts';
import { followSettings, eraseAgreement } from '../settings-sync.ts';

/** Keeps the choices of the user who is signed in the same on all their devices. */
export const SettingsSync = ({ userId }: { readonly userId: string }) => {
  useEffect(() => {
    const stop = followSettings(userId);
    return () => {
      stop();
      // Signing out clears the browser of what belongs to the account.
      if (currentToken() === null) eraseAgreement();
    };
  }, [userId]);
  return null;
};
