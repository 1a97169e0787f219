import * as z from 'zod/mini';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { PASSKEY_CHALLENGE_MS } from '@izgodno/contract/accounts/limits';
import type { CreatedPasskey, PasskeyAssertion } from '@izgodno/contract/accounts/passkeys';
import type { AccountsContext } from '../accounts-context.ts';
import type { UserRow } from '../session-repository.ts';
import type { PasskeyRow } from './factor-repository.ts';

/** The site that passkeys belong to. */
interface PasskeySite {
  readonly name: string;
  /** The host of the product, to which passkeys are bound. */
  readonly host: string;
  /** Whether a page of this origin may use them. */
  readonly accepts: (origin: string) => boolean;
}

/** Without a configured origin the host is localhost, at any port. */
const siteOf = ({ settings }: AccountsContext): PasskeySite => {
  const { SITE_NAME: name, BASE_URL: baseUrl } = settings;
  return baseUrl === undefined
    ? { name, host: 'localhost', accepts: (origin) => /^http:\/\/localhost(:\d+)?$/.test(origin) }
    : { name, host: new URL(baseUrl).hostname, accepts: (origin) => origin === baseUrl };
};

/** COSE numbers of the accepted algorithms, the preferred first: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

// Loaded on demand, because it is heavy and most processes rarely verify passkeys.
const loadVerifier = () => import('@simplewebauthn/server');

const clientDataSchema = z.object({ challenge: z.string(), origin: z.string() });
type ClientData = z.output<typeof clientDataSchema>;

/** The client data that the browser signed; null if it cannot be read. Not verified. */
export const readClientData = (clientDataJSON: string): ClientData | null => {
  const text = Buffer.from(clientDataJSON, 'base64url').toString();
  const parsed = parseUntrusted(clientDataSchema, parseJson(text));
  return parsed.success ? parsed.data : null;
};

const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

const describe = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key' as const,
    transports,
  }));

/** The options with which a browser creates a passkey; `known` are the account's passkeys. */
export const composeCreation = (
  accounts: AccountsContext,
  user: UserRow,
  known: readonly PasskeyRow[],
  challenge: string,
) => ({
  rp: { id: siteOf(accounts).host, name: siteOf(accounts).name },
  user: { id: handleOf(user.id), name: user.email, displayName: user.name },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
  timeout: PASSKEY_CHALLENGE_MS,
  excludeCredentials: describe(known),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
});

/**
 * The options with which a browser asks for a passkey: one of `known`, after the password; or any
 * of the site, which then needs user verification by a PIN or biometrics.
 */
export const composeRequest = (
  accounts: AccountsContext,
  known: readonly PasskeyRow[] | null,
  challenge: string,
) => ({
  challenge,
  rpId: siteOf(accounts).host,
  timeout: PASSKEY_CHALLENGE_MS,
  allowCredentials: describe(known ?? []),
  userVerification: known === null ? ('required' as const) : ('preferred' as const),
});

/** The stored form of a new passkey. */
export type VerifiedPasskey = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'is_synced' | 'is_backed_up'
>;

/** Verifies a new passkey against the challenge it names. Throws if anything is wrong. */
export const verifyCreation = async (
  accounts: AccountsContext,
  created: CreatedPasskey,
  { challenge, origin }: ClientData,
): Promise<VerifiedPasskey> => {
  const site = siteOf(accounts);
  if (!site.accepts(origin)) throw new Error(`A page of ${origin} cannot add passkeys.`);
  const { verifyRegistrationResponse } = await loadVerifier();
  const { id, clientDataJSON, attestationObject, transports = [] } = created;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('The passkey was not verified.');
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    is_synced: credentialDeviceType === 'multiDevice',
    is_backed_up: credentialBackedUp,
  };
};

/** A passkey, and what it signed. */
export interface PasskeyProof {
  readonly passkey: PasskeyRow;
  readonly assertion: PasskeyAssertion;
  readonly clientData: ClientData;
}

/**
 * Verifies a passkey's signature against the challenge it names; returns the passkey's new state.
 * Throws if anything is wrong, also if a copy of the passkey has a higher counter.
 */
export const verifyAssertion = async (
  accounts: AccountsContext,
  { passkey, assertion, clientData: { challenge, origin } }: PasskeyProof,
  { requireUserVerification }: { readonly requireUserVerification: boolean },
): Promise<Pick<PasskeyRow, 'counter' | 'is_backed_up'>> => {
  const site = siteOf(accounts);
  if (!site.accepts(origin)) throw new Error(`A page of ${origin} cannot use passkeys.`);
  const { verifyAuthenticationResponse } = await loadVerifier();
  const { id, userHandle, ...response } = assertion;
  if (userHandle !== undefined && userHandle !== handleOf(passkey.user_id))
    throw new Error('The passkey was made for another account.');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: site.host,
    requireUserVerification,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.counter,
    },
  });
  if (!verified) throw new Error('The signature was not made by this passkey.');
  // A change here means that the private key may leave its authenticator, so it is another passkey.
  const isSynced = authenticationInfo.credentialDeviceType === 'multiDevice';
  if (isSynced !== passkey.is_synced) throw new Error('The passkey has changed its kind.');
  return {
    counter: authenticationInfo.newCounter,
    is_backed_up: authenticationInfo.credentialBackedUp,
  };
};
