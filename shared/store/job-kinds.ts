/** Every kind of outbox item. The values are stored: items of a renamed kind would never be processed. */
export const BADGE_REMOVAL = 'badges.remove';
export const REASSIGNMENT = 'sections.reassign';
export const CLEANUP = 'posts.cleanup';
/** The stored value says "alarm", an earlier word for a schedule. */
export const CANCELLATION = 'posts.cancel-alarm';
export const OVERFLOW = 'posts.entries';
export const INDEX_POST = 'search.index';
export const INDEX_AUTHOR = 'search.author';
export const FILE_CLEANUP = 'files.cleanup';
export const FORGET_LIKES = 'likes.forget';
export const ASSET_OVERFLOW = 'dam.entries';
