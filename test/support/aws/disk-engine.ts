import { startDynamo } from '../../../infra/aws-local/dynamodb/server.ts';

/** The DynamoDB engine on a folder, as in `npm start`. A restart keeps its address. */
export class DiskEngine {
  readonly #dir: string;
  #port: number | undefined;
  #close: (() => Promise<void>) | undefined;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async start(): Promise<void> {
    const dynamo = await startDynamo({
      dir: this.#dir,
      ...(this.#port !== undefined && { port: this.#port }),
    });
    this.#port = Number(new URL(dynamo.url).port);
    this.#close = () => dynamo.close();
    process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamo.url;
  }

  async stop(): Promise<void> {
    await this.#close?.();
    this.#close = undefined;
  }
}
