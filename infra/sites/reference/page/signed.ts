/** In sessionStorage, which ends with the tab, because a key is a password. */
const STORED = 'broadsheet.reference';

export function rememberKey(key: string): void {
  if (key === '') sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, key);
}

export function rememberedKey(): string {
  return sessionStorage.getItem(STORED) ?? '';
}
