/** A call to the table: an operation of DynamoDB's API, such as `GetItem`, and its input with plain values. */
export interface Call {
  readonly operation: string;
  readonly input: object;
}

/** Answers a call, or passes it on with `next`. */
export type Layer = <Output>(call: Call, next: () => Promise<Output>) => Promise<Output>;

/** The depth of a layer. A layer is inside the layers of the same depth that were added before it. */
export const DEPTH = { outer: 0, inner: 1, engine: 2 };

let layers: readonly { layer: Layer; depth: number }[] = [];

/**
 * Puts a layer between the service's calls to the table and the SDK: the local engine, which answers in place of AWS, turns of background
 * work, and in tests recorders, faults and delays. In AWS there are none. @returns a function that takes it out
 */
export function addLayer(layer: Layer, depth = DEPTH.outer): () => void {
  const added = { layer, depth };
  layers = [...layers, added].sort((one, other) => one.depth - other.depth);
  return () => {
    layers = layers.filter(other => other !== added);
  };
}

/** Passes a call through the layers, and from the innermost one to `send`. */
export function passCall<Output>(call: Call, send: () => Promise<Output>): Promise<Output> {
  return layers.reduceRight(
    (next, { layer }) =>
      () =>
        layer(call, next),
    send,
  )();
}
