/* global CONFIG */

/**
 * Runs in CloudFront for each request to the edge, before the cache. It tells the API who asked and for which host, and decides what a request is
 * kept under: a request with a credential is kept under a text of its own, so that its answer comes from no cache and goes to no one else; of all
 * others only what changes an answer is left. CloudFront's runtime (JavaScript 2.0) knows no destructuring.
 */
export function handler(event) {
  const request = event.request;
  const headers = request.headers;
  headers['x-broadsheet-host'] = { value: headers.host.value };
  headers['x-broadsheet-address'] = { value: event.viewer.ip };
  delete headers['x-broadsheet-secret'];
  delete headers['x-broadsheet-alone'];
  const parameters = readParameters(request.querystring);
  if (isAlone(request, parameters)) headers['x-broadsheet-alone'] = { value: event.context.requestId };
  else reduce(request, parameters);
  return request;
}

/** The parameters as sent, each with its plain name; undefined when a name can't be decoded. */
function readParameters(querystring) {
  try {
    return Object.keys(querystring).map(sent => ({ sent, name: toPlainName(sent) }));
  } catch {
    return undefined;
  }
}

function toPlainName(sent) {
  return decodeURIComponent(sent.replace(/\+/g, ' ')).replace(/\[\d*\]$/, '');
}

function isAlone(request, parameters) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return true;
  if (parameters === undefined) return true;
  if (parameters.some(parameter => CONFIG.secrets.includes(parameter.name))) return true;
  if (CONFIG.keyHeaders.some(name => name in request.headers)) return true;
  return CONFIG.cookie in request.cookies || 'prefer' in request.headers;
}

function reduce(request, parameters) {
  const known = findKnown(request.uri);
  const kept = {};
  parameters
    .filter(parameter => known.includes(parameter.name))
    .sort((a, b) => (a.sent < b.sent ? -1 : 1))
    .forEach(parameter => {
      kept[parameter.sent] = request.querystring[parameter.sent];
    });
  request.querystring = kept;
  request.cookies = {};
  const headers = request.headers;
  const accepted = headers.accept ? headers.accept.value : '';
  headers.accept = { value: accepted.includes('text/html') ? 'text/html' : '*/*' };
  if (headers.origin && !isAllowed(headers.origin.value)) delete headers.origin;
}

/** Answers to all other origins are the same as without one. */
function isAllowed(origin) {
  return ['*', origin].some(allowed => CONFIG.origins.includes(allowed));
}

function findKnown(uri) {
  const path = uri.length > 1 && uri.endsWith('/') ? uri.slice(0, -1) : uri;
  if (CONFIG.exact[path]) return CONFIG.exact[path];
  const found = CONFIG.patterns.find(candidate => new RegExp(candidate.pattern).test(path));
  if (found) return found.names;
  return /^\/api(\/|$)/.test(path) ? [] : CONFIG.pages;
}
