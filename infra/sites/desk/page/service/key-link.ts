/**
 * Takes the API key from a link such as `/desk/#key=…`, which `npm start` prints. A fragment is sent to no server, and the URL is
 * replaced so that the key is neither in the address bar nor in the history.
 *
 * Only the service on a developer's machine is reached over plain HTTP. Over HTTPS the key is ignored: otherwise the author of a
 * link could sign its reader in with the author's key.
 */
export function takeKeyFromLink(): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (!key) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return location.protocol === 'http:' ? key : undefined;
}
