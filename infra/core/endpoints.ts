import { toReason } from './command.ts';

const NO_CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT'];
const PREFIX = 'AWS_ENDPOINT_URL';

/** The variables that name an address for a service of AWS, as `name=address`. */
export function readEndpoints(variables: NodeJS.ProcessEnv): string[] {
  return Object.entries(variables).flatMap(([name, address]) =>
    name.startsWith(PREFIX) && address ? [`${name}=${address}`] : [],
  );
}

/** Explains that no service answers at the address which a variable names, or that it is no URL; undefined for other failures. */
export function explainEndpoint(error: unknown, endpoints: readonly string[]): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const code = String(error.code);
  const broken = endpoints.filter(endpoint => !URL.canParse(toAddress(endpoint)));
  if (code === 'ERR_INVALID_URL' && broken.length > 0) return `${broken.join(', ')}: must be a URL`;
  if (endpoints.length === 0 || !NO_CONNECTION.includes(code)) return undefined;
  const asked = endpoints.filter(endpoint => isAskedAt(endpoint, error));
  // The error for a name with several addresses, such as localhost, has no message.
  const reason = toReason(error) || code;
  return `No service answers at ${(asked.length > 0 ? asked : endpoints).join(', or at ')}: ${reason}`;
}

function toAddress(endpoint: string): string {
  return endpoint.slice(endpoint.indexOf('=') + 1);
}

/** Whether the connection that failed was to this address: errors name the host as it is resolved, or the port. */
function isAskedAt(endpoint: string, error: Error): boolean {
  const address = toAddress(endpoint);
  if (!URL.canParse(address)) return false;
  const { hostname, port } = new URL(address);
  if ('hostname' in error) return error.hostname === hostname;
  return 'port' in error && String(error.port) === port;
}
