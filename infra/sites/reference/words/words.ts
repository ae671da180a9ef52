/** Descriptions by field, or by the end of its path, such as `status.code`. */
export type Words = Readonly<Record<string, string>>;
