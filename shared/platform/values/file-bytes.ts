/** The limit for a file in a request, or at an address that the service fetches it from. */
export const MAX_FILE_BYTES = 4_000_000;
/** The limits for files that are uploaded directly to the bucket. */
export const MAX_IMAGE_BYTES = 50_000_000;
export const MAX_DOCUMENT_BYTES = 100_000_000;
