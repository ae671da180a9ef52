/** The COSE numbers of EdDSA, ECDSA with P-256 and RSA, in order of preference. Each authenticator supports at least one of them. */
export const ALGORITHMS = [-8, -7, -257];
