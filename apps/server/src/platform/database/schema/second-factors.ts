import type { ColumnType } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;

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
  created_at: Time;
  last_used_at: Time | null;
}

export interface TotpSecretsTable {
  user_id: string;
  secret: Buffer;
  last_step: number;
  created_at: Time;
  confirmed_at: Time | null;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
}

export interface FactorChallengesTable {
  challenge_hash: Buffer;
  purpose: 'add-passkey' | 'passkey-sign-in' | 'second-step';
  user_id: string | null;
  session_id: string | null;
  proof_hash: Buffer | null;
  tries: ColumnType<number, number | undefined, number>;
  expires_at: Time;
}

export interface SecondFactorTables {
  passkeys: PasskeysTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  factor_challenges: FactorChallengesTable;
}
