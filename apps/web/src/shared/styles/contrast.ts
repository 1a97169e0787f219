/** Red, green and blue, 0 to 255 each, and opacity, 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly opacity: number;
}

/** Reads what browsers compute colours to: `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`. */
export const parseColour = (computed: string): Colour => {
  const [red, green, blue, opacity = 1] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`${computed} is no colour`);
  return { red, green, blue, opacity };
};

/** Returns the visible colour of `above` over an opaque colour. */
export const layColour = (above: Colour, below: Colour): Colour => {
  const mix = (channel: 'red' | 'green' | 'blue'): number =>
    above[channel] * above.opacity + below[channel] * (1 - above.opacity);
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), opacity: 1 };
};

/** Converts a channel to linear light (WCAG 2.2, as all below). */
const linear = (channel: number): number => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = ({ red, green, blue }: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The ratio of two opaque colours, 1 to 21. */
export const contrastRatio = (one: Colour, other: Colour): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
};
