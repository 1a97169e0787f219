/**
 * 64 bits of a text, as two numbers of 32 bits (the public-domain cyrb53 scheme: two multiplicative
 * lanes with crossed finalisers). Nothing secret may depend on it. Search tables store its numbers, so it
 * must stay as it is.
 */
export const hashText = (text: string): readonly [number, number] => {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one =
    Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other =
    Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return [one >>> 0, other >>> 0];
};
