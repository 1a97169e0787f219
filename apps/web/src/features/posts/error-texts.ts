import { MAX_PRICE_MINOR } from '@izgodno/contract/common/money';
import {
  DEAL_DESCRIPTION_LENGTH,
  DEAL_TITLE_LENGTH,
  MAX_DEAL_LIFETIME_DAYS,
  MAX_DEAL_MEDIA,
  postFieldErrors,
} from '@izgodno/contract/posts/calls';
import { TAG_LIMITS } from '@izgodno/contract/deals/tags';
import type { CurrentLanguage } from '#core/language/language.ts';
import { euroText } from '#core/format/money.ts';
import type { PostField } from './model/errors.ts';

/** Error code of the form itself: an image could not be uploaded. */
export const UPLOAD_FAILED = 'upload_failed';

/** The error text beside the field. */
export const postErrorText = (
  { t, code: language }: CurrentLanguage,
  field: PostField,
  code: string,
): string => {
  switch (field) {
    case 'title':
      return t('posts.error.title', { ...DEAL_TITLE_LENGTH });
    case 'description':
      return t('posts.error.description', { maximum: DEAL_DESCRIPTION_LENGTH.maximum });
    case 'originalPrice':
    case 'price':
    case 'delivery':
      return code === postFieldErrors.notAboveThePrice
        ? t('posts.error.notAboveThePrice')
        : t(field === 'price' ? 'posts.error.price' : 'posts.error.amount', {
            maximum: euroText(MAX_PRICE_MINOR / 100, language),
          });
    case 'media':
      if (code === UPLOAD_FAILED) return t('posts.error.uploadFailed');
      return code === postFieldErrors.unknownFile
        ? t('posts.error.unknownFile')
        : t('posts.error.tooManyMedia', { maximum: MAX_DEAL_MEDIA });
    case 'tags':
      return t('posts.error.tags', { ...TAG_LIMITS });
    case 'expiresAt':
      return t('posts.error.expiresAt', { days: MAX_DEAL_LIFETIME_DAYS });
    default:
      return t(`posts.error.${field}`);
  }
};
