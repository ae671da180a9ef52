/** Where deliveries go: a webhook as it is now, or the news partner. */
export interface Receiver {
  id: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** What it signs with. */
  secret: () => Promise<string>;
}
