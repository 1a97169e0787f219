/**
 * A schema that `make` creates when it is first used. A page uses few of the schemas that it loads
 * at once, and each takes 50 µs on a slow phone.
 */
export const lazySchema = <Schema extends object>(make: () => Schema): Schema => {
  // Every use of a schema reads a property of it. The first makes the schema, which then is the
  // prototype, so that later reads cost nothing more.
  const schema: Schema = Object.create(
    new Proxy({}, { get: (_target, name) => Object.setPrototypeOf(schema, make())[name] }),
  );
  return schema;
};
