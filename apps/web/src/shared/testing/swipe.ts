/** Moves one finger over an element, by pixels. */
export const swipe = (over: Element, x: number, y: number): void => {
  const at = (clientX: number, clientY: number) =>
    new Touch({ identifier: 1, target: over, clientX, clientY });
  const from = at(200, 200);
  const to = at(200 + x, 200 + y);
  const send = (type: string, touch: Touch, touches: Touch[]) =>
    over.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch] }));
  send('touchstart', from, [from]);
  send('touchend', to, []);
};
