import type { Level } from '../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import type { NetworkReply, NetworkRequest } from '../engine/network.ts';

/** What the simulation gives the bundle of a process, besides Node.js's own names. */
export interface SimulatedServices {
  openStore: (dir: string) => Level;
  request: (request: NetworkRequest) => Promise<NetworkReply>;
}

declare const simulatedServices: SimulatedServices;

export function simulation(): SimulatedServices {
  return simulatedServices;
}
