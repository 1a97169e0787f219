import { dealColumns } from '../src/features/deals/deal-columns.ts';

const columns = Object.entries(dealColumns).flatMap(([column, kind]) =>
  kind === 'quiet' ? [] : [column],
);
const valuesOf = (row: 'OLD' | 'NEW'): string =>
  columns.map((column) => `${row}.${column}`).join(', ');

/** In tests PostgreSQL rejects a change of a deal that lists would not follow. */
export const changeNumberTrigger = `
  CREATE FUNCTION refuse_change_without_number() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'deal % was changed without a new change_seq; use changeDeals', OLD.id;
  END $$;
  CREATE TRIGGER changes_take_a_number BEFORE UPDATE ON deals FOR EACH ROW
    WHEN (NEW.change_seq = OLD.change_seq AND (${valuesOf('OLD')}) IS DISTINCT FROM (${valuesOf('NEW')}))
    EXECUTE FUNCTION refuse_change_without_number();`;
