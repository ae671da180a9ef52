import * as hashes from 'hash-wasm';

interface Argon2Input {
  password: string;
  salt: Buffer;
  memoryKib: number;
  passes: number;
  threads: number;
  hashBytes: number;
}

/** Argon2id (RFC 9106). A bundle loads it when it is first called (infra/bundle/lazy-chunks.ts). */
export async function argon2id({ password, salt, ...parameters }: Argon2Input): Promise<Buffer> {
  const { memoryKib, passes, threads, hashBytes } = parameters;
  const bytes = await hashes.argon2id({
    password,
    salt,
    memorySize: memoryKib,
    iterations: passes,
    parallelism: threads,
    hashLength: hashBytes,
    outputType: 'binary',
  });
  return Buffer.from(bytes);
}
