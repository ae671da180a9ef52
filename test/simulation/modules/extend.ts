/** An object like another one, with some members replaced. */
export function extend(object: object, members: object): object {
  return Object.create(object, Object.getOwnPropertyDescriptors(members)) as object;
}
