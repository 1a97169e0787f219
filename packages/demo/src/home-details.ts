import type { RealEstateDetails } from '@izgodno/contract/deals/details';

/** The beginnings of homes with one room, two, and so on. */
const byRooms = [/^(?:едностаен|one)/i, /^(?:двустаен|two)/i, /^(?:тристаен|three)/i, /^four/i];

/** The details of a home or plot, from the words drawn for its texts. */
export const homeDetails = (
  words: Readonly<Record<string, string>>,
  offer: 'rent' | 'sale',
): RealEstateDetails => {
  const { flat = '', size = '', floor, build: buildType } = words;
  const area = Number(/(\d+) (?:кв|sq)/.exec(flat)?.[1] ?? size);
  const rooms = 1 + byRooms.findIndex((beginning) => beginning.test(flat));
  return {
    kind: 'real-estate',
    offer,
    ...(area > 0 ? { area } : {}),
    ...(rooms > 0 ? { rooms } : {}),
    ...(floor === undefined ? {} : { floor }),
    ...(buildType === undefined ? {} : { buildType }),
  };
};
