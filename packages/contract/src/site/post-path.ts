/** The form that posts a deal; below it are those that edit one. */
export const POST_PATH = '/post';
