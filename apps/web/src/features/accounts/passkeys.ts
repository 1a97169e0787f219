import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { ApiError } from '@izgodno/contract/common/client';
import type {
  CreatedPasskey,
  PasskeyAssertion,
  PasskeyRequest,
} from '@izgodno/contract/accounts/passkeys';
import { errorText } from '#core/api/error-text.ts';
import type { TextKey } from '#core/language/language.ts';

export const supportsPasskeys = browserSupportsWebAuthn;

/** Whether the browser offers passkeys in the autofill of the email field. */
export const supportsPasskeyAutofill = browserSupportsWebAuthnAutofill;

/** Cancels a pending passkey request; a page may have only one at a time. */
export const stopAskingForPasskey = (): void => WebAuthnAbortService.cancelCeremony();

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Creates a passkey in the browser. Throws errors that `passkeyFailureText` explains. */
export const createPasskey = async (optionsJSON: CreationOptions): Promise<CreatedPasskey> => {
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    clientDataJSON,
    attestationObject,
    ...(transports === undefined ? {} : { transports }),
  };
};

/**
 * Requests a signature of a passkey. With `autofill`, waits until the user picks one in the email
 * field.
 */
export const askForPasskey = async (
  optionsJSON: PasskeyRequest,
  { autofill = false } = {},
): Promise<PasskeyAssertion> => {
  const { id, response } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: autofill,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle === undefined ? {} : { userHandle }),
  };
};

/** Returns the text key for a failed passkey: the server, the user or the browser rejected it. */
export const passkeyFailureText = (error: unknown): TextKey => {
  if (error instanceof ApiError) return errorText(error);
  return error instanceof WebAuthnError &&
    error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? 'factors.passkeyKnown'
    : 'factors.passkeyCancelled';
};
