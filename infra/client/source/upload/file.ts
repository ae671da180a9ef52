/** A file to send: what browsers give, or content with a name. Of a Blob that Node.js opens (`openAsBlob`) no more is read than is sent. */
export type FileInput = (Blob & { readonly name: string }) | NamedContent;

export interface NamedContent {
  name: string;
  content: Blob | Uint8Array<ArrayBuffer>;
  /** Its media type; of a Blob its own, when none is given. */
  type?: string;
}

export interface NamedFile {
  name: string;
  type: string;
  content: Blob;
}

export function namedFile(file: FileInput): NamedFile {
  if (file instanceof Blob) return { name: file.name, type: file.type, content: file };
  const content = file.content instanceof Blob ? file.content : new Blob([file.content]);
  return { name: file.name, type: file.type ?? content.type, content };
}
