/** Decodes a slug: WordPress stores non-Latin ones percent-encoded. A broken encoding stays unchanged. */
export function decodeNicename(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
