/** Whether a host name, without a port, is that of this machine: browsers trust its pages also without TLS. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}
