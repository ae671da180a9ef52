/** A slug as WordPress shows it: non-Latin ones are stored percent-encoded. A broken encoding is left as it is. */
export function decodeNicename(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
