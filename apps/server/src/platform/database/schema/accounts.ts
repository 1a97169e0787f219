import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;

interface KnownDevicesTable {
  token_hash: Buffer;
  user_id: string;
  used_at: Time;
}

interface SignInDelaysTable {
  subject: Buffer;
  count: number;
  blocked_until: Time;
  forget_at: Time;
}

interface FirstAdministratorTable {
  single: Generated<boolean>;
  made_at: Time | null;
  link_hash: Buffer | null;
  link_expires_at: Time | null;
}

/** Tables that protect accounts. */
export interface AccountTables {
  known_devices: KnownDevicesTable;
  sign_in_delays: SignInDelaysTable;
  first_administrator: FirstAdministratorTable;
}
