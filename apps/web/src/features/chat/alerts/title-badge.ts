type Stop = () => void;

const BADGE = /^\(\d+\+?\) /;
/** Larger numbers are shown as "99+". */
const MOST = 99;

const badgeOf = (count: number): string => {
  if (count === 0) return '';
  return count > MOST ? `(${MOST}+) ` : `(${count}) `;
};

const put = (badge: string): void => {
  const title = badge + document.title.replace(BADGE, '');
  if (title !== document.title) document.title = title;
};

/** Puts a number before the page's title, and again whenever the title changes. */
export const showTitleBadge = (count: number): Stop => {
  const badge = badgeOf(count);
  put(badge);
  const observer = new MutationObserver(() => put(badge));
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    put('');
  };
};
