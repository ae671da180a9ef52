import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** A POST without a query. */
export interface Unsigned {
  host: string;
  /** As in the URL. */
  path: string;
  /** The operation's full name, such as "DynamoDB_20120810.Query". */
  target: string;
  body: string;
}

const SERVICE = 'dynamodb';
const ALGORITHM = 'AWS4-HMAC-SHA256';
const CONTENT_TYPE = 'application/x-amz-json-1.0';

/**
 * Signs requests to DynamoDB with AWS Signature Version 4. The signing key depends on the credentials and the day only, and is kept; the
 * SDK's signer derives a digest of the credentials for each request to look it up.
 */
export class Signer {
  readonly #region: string;
  #derived: { from: string; key: KeyObject } | undefined;

  constructor(region: string) {
    this.#region = region;
  }

  /** @returns the headers to send; the time is part of the signature */
  sign({ host, path, target, body }: Unsigned, credentials: Credentials, date: Date): Record<string, string> {
    const time = date.toISOString().replace(/[-:]|\.\d+/g, '');
    const scope = `${time.slice(0, 8)}/${this.#region}/${SERVICE}/aws4_request`;
    const { sessionToken } = credentials;
    // In the order of their names, which the signature prescribes.
    const headers: Record<string, string> = {
      'content-type': CONTENT_TYPE,
      host,
      'x-amz-date': time,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
      'x-amz-target': target,
    };
    const names = Object.keys(headers);
    const lines = names.map(name => `${name}:${headers[name]}\n`).join('');
    const request = `POST\n${encodePath(path)}\n\n${lines}\n${names.join(';')}\n${digest(body)}`;
    const signature = createHmac('sha256', this.#keyOf(credentials, time.slice(0, 8)))
      .update(`${ALGORITHM}\n${time}\n${scope}\n${digest(request)}`)
      .digest('hex');
    headers.authorization = `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return headers;
  }

  #keyOf({ secretAccessKey }: Credentials, day: string): KeyObject {
    const from = `${day} ${secretAccessKey}`;
    if (this.#derived?.from !== from) this.#derived = { from, key: this.#derive(secretAccessKey, day) };
    return this.#derived.key;
  }

  #derive(secret: string, day: string): KeyObject {
    const start = Buffer.from(`AWS4${secret}`);
    const steps = [day, this.#region, SERVICE, 'aws4_request'];
    return createSecretKey(
      steps.reduce((key, step) => createHmac('sha256', key).update(step).digest(), start),
    );
  }
}

function digest(text: string): string {
  return hash('sha256', text, 'hex');
}

/** A path as it is signed: the segments of the URL are encoded once more. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
