/** Whether a text shows nothing: it has only white space and characters that are invisible, such as U+200B and U+3164. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}
