export interface ShopItem {
  readonly shop: string;
  readonly title: string;
  readonly euros: string;
  readonly inStock: boolean;
  /** Path of the deal that links to it. */
  readonly dealPath: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** A plain page in both languages that says that the shop is a demo. */
export const shopPage = ({
  shop,
  title,
  euros,
  inStock,
  dealPath,
}: ShopItem): string => `<!doctype html>
<html lang="bg">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(title)} – ${escaped(shop)}</title>
<main>
<p>${escaped(shop)}</p>
<h1>${escaped(title)}</h1>
<p><strong>${escaped(euros)}</strong></p>
${inStock ? '' : '<p>Изчерпано · <span lang="en">Out of stock</span></p>'}
<p>Това е демонстрационен магазин: тук нищо не се продава.</p>
<p lang="en">This is a demonstration shop: nothing is sold here.</p>
<p><a href="${escaped(dealPath)}">Към офертата · <span lang="en">Back to the deal</span></a></p>
</main>
</html>
`;
