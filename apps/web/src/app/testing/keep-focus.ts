// As `later.ts` does for the product.
import { keepFocus } from '#shared/keep-focus.ts';

keepFocus();
