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
import type { MessageKey } from '#core/language/language.ts';

export const supportsPasskeys = browserSupportsWebAuthn;

/** Whether the browser offers passkeys where the address is typed. */
export const supportsPasskeyAutofill = browserSupportsWebAuthnAutofill;

/** Takes back a question that waits for an answer: a page may ask one at a time. */
export const stopAskingForPasskey = (): void => WebAuthnAbortService.cancelCeremony();

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Has the browser make a passkey. Throws what `passkeyFailureText` names. */
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

/** Has a passkey sign; `autofill` waits for one to be chosen where the address is typed. */
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

/** Why there is no passkey: the server refused, or the person or the browser did. */
export const passkeyFailureText = (error: unknown): MessageKey => {
  if (error instanceof ApiError) return errorText(error);
  return error instanceof WebAuthnError &&
    error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    ? 'factors.passkeyKnown'
    : 'factors.passkeyCancelled';
};
