/** The list, or a copy of it `growth` times as long at least, with room for so many numbers. */
export const withRoom = (list: Uint32Array, needed: number, growth = 2): Uint32Array => {
  if (needed <= list.length) return list;
  const larger = new Uint32Array(Math.max(needed, Math.ceil(list.length * growth)));
  larger.set(list);
  return larger;
};
