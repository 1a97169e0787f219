import type { LanguageCode } from '@izgodno/contract/common/language';
import type { ColumnType, Generated } from 'kysely';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Timestamp } from './columns.ts';

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  password_hash: string;
  role: Generated<Role>;
  created_at: Timestamp;
  email_confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Of the browsers in which users registered or signed in last. */
interface BrowserLanguagesTable {
  user_id: string;
  language: LanguageCode;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  user_agent: string;
  address: string;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

export interface SessionTokensTable {
  token_hash: Buffer;
  session_id: string;
  kind: 'access' | 'refresh';
  expires_at: Timestamp;
  replaced_at: Timestamp | null;
  successor: Buffer | null;
}

interface SuspensionsTable {
  user_id: string;
  reason: string;
  began_at: Timestamp;
  ends_at: Timestamp | null;
}

interface AttemptsTable {
  subject: Buffer;
  count: number;
  resets_at: Timestamp;
}

interface MailLinksTable {
  token_hash: Buffer;
  user_id: string;
  purpose:
    | 'reset-password'
    | 'confirm-email'
    | 'confirm-administrator'
    | 'change-email'
    | 'undo-email';
  email: string;
  expires_at: Timestamp;
}

interface KnownDevicesTable {
  token_hash: Buffer;
  user_id: string;
  used_at: Timestamp;
}

interface SignInDelaysTable {
  subject: Buffer;
  count: number;
  blocked_until: Timestamp;
  forget_at: Timestamp;
}

interface FirstAdministratorTable {
  single: Generated<boolean>;
  made_at: Timestamp | null;
  link_hash: Buffer | null;
  link_expires_at: Timestamp | null;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  is_synced: boolean;
  is_backed_up: boolean;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface TotpSecretsTable {
  user_id: string;
  secret: Buffer;
  last_step: number;
  created_at: Timestamp;
  confirmed_at: Timestamp | null;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
}

interface FactorChallengesTable {
  challenge_hash: Buffer;
  purpose: 'add-passkey' | 'passkey-sign-in' | 'second-step';
  user_id: string | null;
  session_id: string | null;
  proof_hash: Buffer | null;
  tries: ColumnType<number, number | undefined, number>;
  expires_at: Timestamp;
}

export interface ApiKeysTable {
  id: string;
  user_id: string;
  name: string;
  token_hash: Buffer;
  hint: string;
  scopes: string[];
  created_at: Timestamp;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

/** The tables that only `accounts` writes. */
export interface AccountsTables {
  users: UsersTable;
  browser_languages: BrowserLanguagesTable;
  sessions: SessionsTable;
  session_tokens: SessionTokensTable;
  suspensions: SuspensionsTable;
  attempts: AttemptsTable;
  mail_links: MailLinksTable;
  known_devices: KnownDevicesTable;
  sign_in_delays: SignInDelaysTable;
  first_administrator: FirstAdministratorTable;
  passkeys: PasskeysTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  factor_challenges: FactorChallengesTable;
  api_keys: ApiKeysTable;
}
