/** Where deliveries go: a webhook in its current state, or the news partner. */
export interface Receiver {
  id: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Reads the key that signs the deliveries. */
  secret: () => Promise<string>;
}
