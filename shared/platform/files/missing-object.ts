/** An object that a record names does not exist. Functions that only tell this error from others are bundled without S3's client. */
export class MissingObject extends Error {}
