/** Pages run only their own scripts, and can't be framed, because their buttons make changes. */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

function policy(sources: string): string {
  return `default-src 'none'; script-src 'self'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** The response headers of the service's pages, by folder. */
export const PAGE_HEADERS = {
  /** The desk calls the service and the upload bucket, and shows pictures, at addresses that the policy can't know. */
  desk: {
    ...COMMON_HEADERS,
    'content-security-policy': policy(
      "style-src 'self'; img-src 'self' data: blob: http: https:; connect-src 'self' http: https:; frame-src 'self'",
    ),
  },
  /**
   * The frame in which the desk shows HTML that it can't edit. The desk writes into it, so it has the desk's origin; no script runs in it, whatever
   * is written. It needs a response of its own: the document of a `srcdoc` would inherit the desk's policy, which allows no inline styles.
   */
  frame: {
    ...COMMON_HEADERS,
    'content-security-policy':
      "sandbox allow-same-origin; default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  },
  /** The reference calls only this service. */
  docs: {
    ...COMMON_HEADERS,
    'content-security-policy': policy("style-src 'self'; img-src data:; connect-src 'self'"),
  },
  /** The page on which people sign in calls only this service. */
  'sign-in': {
    ...COMMON_HEADERS,
    'content-security-policy': policy("style-src 'self'; img-src data:; connect-src 'self'"),
  },
  /** No script runs on the readers' pages, so nothing in a body can reach the key that the desk keeps for the same origin. */
  site: {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy':
      "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' data: http: https:; media-src http: https:; " +
      "frame-src https:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  },
};
