import type { Compilable, CompiledQuery, Kysely } from 'kysely';

/** Has the place of a value while a statement is built. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is built once, for what every message or page reads: building one takes the
 * processor about as long as sending it. `build` passes the values on and does not read them: they
 * are placeholders, which each execution replaces.
 */
export const compiled = <Tables, Values extends Readonly<Record<string, unknown>>, Row>(
  build: (connection: Kysely<Tables>, values: Values) => Compilable<Row>,
): ((connection: Kysely<Tables>, values: Values) => Promise<readonly Row[]>) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- placeholders, which have no type of a value
  const placeholders = new Proxy(
    {},
    {
      get: (_, name) => new Placeholder(String(name)),
    },
  ) as Values;
  let statement: CompiledQuery<Row> | undefined;
  return async (connection, values) => {
    statement ??= build(connection, placeholders).compile();
    const { rows } = await connection.executeQuery<Row>({
      ...statement,
      parameters: statement.parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name] : parameter,
      ),
    });
    return rows;
  };
};
