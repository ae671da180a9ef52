/** EdDSA, ECDSA with P-256 and RSA, in COSE's numbers: each authenticator has one of them. In the order of preference. */
export const ALGORITHMS = [-8, -7, -257];
